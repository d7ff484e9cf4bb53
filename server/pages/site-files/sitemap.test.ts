import { describe, expect, it } from 'vitest'
import { buildSitemap, buildSitemapPart } from './sitemap.ts'

const SITE = 'https://school.example'
const pages = Array.from({ length: 5 }, (_, index) => ({ path: `/classes/${index}`, image: null, changedAt: 0 }))
const countUrls = (xml: string | null) => xml?.match(/<url>/g)?.length

describe('the sitemap', () => {
  it('is one file with addresses, times and images', () => {
    const image = '/pictures/a/1600x1067-x.webp'
    expect(buildSitemap([{ path: '/classes/fog', image, changedAt: Date.UTC(2026, 10, 22) }], SITE)).toContain(
      '<url><loc>https://school.example/classes/fog</loc><lastmod>2026-11-22T00:00:00.000Z</lastmod>' +
        '<image:image><image:loc>https://school.example/pictures/a/1600x1067-x.webp</image:loc></image:image></url>',
    )
  })

  it('escapes addresses of images elsewhere', () => {
    const image = 'https://pictures.example/a.jpg?size=1&v=2'
    expect(buildSitemap([{ path: '/', image }], SITE)).toContain('a.jpg?size=1&amp;v=2</image:loc>')
  })

  it('is an index of several files where one would have too many addresses', () => {
    const index = buildSitemap(pages, SITE, 2)
    expect(index.match(/<loc>[^<]+/g)).toEqual([1, 2, 3].map((number) => `<loc>${SITE}/sitemap-${number}.xml`))
    expect([1, 2, 3].map((number) => countUrls(buildSitemapPart(pages, SITE, number, 2)))).toEqual([2, 2, 1])
    expect(countUrls(buildSitemap(pages, SITE, 5))).toBe(5)
  })

  it('has no other files', () => {
    for (const number of [0, 4]) expect(buildSitemapPart(pages, SITE, number, 2)).toBeNull()
    expect(buildSitemapPart(pages, SITE, 1, 5)).toBeNull()
  })

  it('takes 50,000 addresses in one file', () => {
    const many = Array.from({ length: 50_001 }, (_, index) => ({ path: `/classes/${index}`, image: null }))
    expect(countUrls(buildSitemap(many.slice(1), SITE))).toBe(50_000)
    expect(countUrls(buildSitemapPart(many, SITE, 2))).toBe(1)
  })
})
