/** Sitemaps with images. Source: https://www.sitemaps.org/protocol.html, and Google's image sitemaps */
import type { PublicPage } from '#server/domains/classes/public-pages.ts'
import { escapeXml } from '#server/platform/html.ts'

/** URLs of one file, by the protocol. */
export const MAX_URLS = 50_000

const OPEN = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const IMAGES = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'

/** Returns /sitemap.xml: all pages, or where they are more than one file may have, an index of /sitemap-1.xml and so on. */
export function buildSitemap(pages: PublicPage[], publicUrl: string, max = MAX_URLS): string {
  const count = countParts(pages, max)
  if (count === 0) return buildUrlSet(pages, publicUrl)
  const files = Array.from({ length: count }, (_, index) => `/sitemap-${index + 1}.xml`)
  const rows = files.map((path) => `<sitemap><loc>${escapeXml(publicUrl + path)}</loc></sitemap>`)
  return `${OPEN}<sitemapindex ${NAMESPACE}>\n${rows.join('\n')}\n</sitemapindex>\n`
}

/** Returns how many files the index has; 0 where one file has all pages. */
export function countParts(pages: PublicPage[], max = MAX_URLS): number {
  return pages.length > max ? Math.ceil(pages.length / max) : 0
}

/** Returns a file of the index by its number, from 1; null for a file that the index does not have. */
export function buildSitemapPart(
  pages: PublicPage[],
  publicUrl: string,
  number: number,
  max = MAX_URLS,
): string | null {
  const part = pages.slice((number - 1) * max, number * max)
  return number >= 1 && number <= countParts(pages, max) ? buildUrlSet(part, publicUrl) : null
}

function buildUrlSet(pages: PublicPage[], publicUrl: string): string {
  const rows = pages.map((page) => `<url>${buildUrl(page, publicUrl)}</url>`)
  return `${OPEN}<urlset ${NAMESPACE} ${IMAGES}>\n${rows.join('\n')}\n</urlset>\n`
}

function buildUrl({ path, image, changedAt }: PublicPage, publicUrl: string): string {
  const imageUrl = image?.startsWith('/') ? publicUrl + image : image
  return [
    `<loc>${escapeXml(publicUrl + path)}</loc>`,
    changedAt === undefined ? '' : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`,
    imageUrl ? `<image:image><image:loc>${escapeXml(imageUrl)}</image:loc></image:image>` : '',
  ].join('')
}
