import { beforeAll, describe, expect, it } from 'vitest'
import {
  describeGrowth,
  findRoutesWith,
  MAX_KILOBYTES,
  measurePages,
  measureStyleSheet,
  PUBLIC_PAGES,
  readRecord,
  toKilobytes,
} from '../bench/scripts.ts'

it('the style sheet of the public pages has at most 9 KB', () => {
  expect(measureStyleSheet()).toBeLessThanOrEqual(9)
})

it('the viewer of pictures is loaded with the page of a submission only', async () => {
  expect(await findRoutesWith('viewer-stage')).toEqual(['routes/student/submission'])
})

it('a page loads the URLs of its own pictures only', async () => {
  const signIn = await findRoutesWith('pictures/school/star-trails')
  expect(signIn).toEqual(expect.arrayContaining(['routes/account/login', 'routes/account/signup']))
  for (const page of ['home', 'classes', 'class', 'instructors', 'instructor'])
    expect(signIn).not.toContain(`routes/public/${page}`)
  expect(await findRoutesWith('pictures/school/arches')).toEqual(['routes/public/instructors'])
})

describe('the scripts of a public page', () => {
  let pages: Awaited<ReturnType<typeof measurePages>>
  beforeAll(async () => {
    pages = await measurePages()
  })

  it.each(PUBLIC_PAGES)(`%s has at most ${MAX_KILOBYTES} KB, with the headers of their responses`, (page) => {
    const sizes = pages[page]
    const growth = describeGrowth(sizes, readRecord()[page]).join('; ')
    expect(toKilobytes(sizes), `grown since the record: ${growth}`).toBeLessThanOrEqual(MAX_KILOBYTES)
  })

  it('are described chunk by chunk, the largest growth first', () => {
    const growth = describeGrowth({ home: 9000, site: 2000, forms: 1000 }, { home: 3000, site: 2000 })
    expect(growth).toEqual(['home: +6.0 KB (9.0 KB)', 'forms: +1.0 KB (1.0 KB)'])
  })
})
