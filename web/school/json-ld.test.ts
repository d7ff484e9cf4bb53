import { describe, expect, it } from 'vitest'
import { buildClassJsonLd } from '#web/features/classes/page/class-json-ld.ts'
import { CLASS_PAGE, SCHOOL } from '../../testing/class-page.ts'
import { describeSchool, stringifyJsonLd } from './json-ld.ts'

describe('structured data', () => {
  it('cannot close its script element or begin a comment', () => {
    const json = stringifyJsonLd({ '@type': 'Person', name: '</script><!--<script>alert(1)' })
    expect(json).not.toContain('<')
    expect(JSON.parse(json)['@graph'][0].name).toBe('</script><!--<script>alert(1)')
  })

  it('of a class has absolute URLs, the offer and a description even without a text', () => {
    const [course] = JSON.parse(buildClassJsonLd(CLASS_PAGE, SCHOOL))['@graph']
    expect(course).toMatchObject({
      url: 'https://school.example/classes/fog-1',
      image: ['https://school.example/pictures/fog/1600x1067-x.webp'],
      description: 'Fog: a class in photography with Ada at Photography School.',
      educationalLevel: 'Advanced',
      author: { name: 'Ada', url: 'https://school.example/instructors/ada-2' },
      offers: { price: 149.5, priceCurrency: 'EUR', availability: 'https://schema.org/SoldOut' },
    })
  })

  it('of the school names only networks that it is on', () => {
    expect(describeSchool(SCHOOL)).toMatchObject({ sameAs: ['https://social.example/school'], address: 'Quay 1' })
    expect(describeSchool({ ...SCHOOL, address: '' })).not.toHaveProperty('address')
  })
})
