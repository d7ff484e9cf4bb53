/** Builds the parts of JSON-LD that several pages have. Only loaders on the server use it. Source: https://schema.org */
import type { BreadcrumbList, Graph, ImageObject, Organization, Thing } from 'schema-dts'
import type { ImageCredit } from '#contract/image-credit.ts'
import type { PublicSettings } from '#contract/school.ts'

/** Returns JSON-LD for a script element: without `<`, so that no text can close the element. */
export function stringifyJsonLd(...things: Exclude<Thing, string>[]): string {
  const graph: Graph = { '@context': 'https://schema.org', '@graph': things }
  return JSON.stringify(graph).replaceAll('<', '\\u003c')
}

/** Describes the school. */
export function describeSchool({
  name,
  publicUrl,
  address,
  email,
  phone,
  logo,
  social,
}: PublicSettings): Exclude<Organization, string> {
  const sameAs = Object.values(social).filter((url) => url.startsWith('https:'))
  return {
    '@type': 'EducationalOrganization',
    '@id': `${publicUrl}/#school`,
    name,
    url: `${publicUrl}/`,
    logo: toAbsolute({ publicUrl }, logo ?? '/icons/icon-512.png'),
    ...(address ? { address } : {}),
    ...(email ? { email } : {}),
    ...(phone ? { telephone: phone } : {}),
    ...(sameAs.length ? { sameAs } : {}),
  }
}

/** Describes the way to a page. @param steps the names and paths of the pages below the home page */
export function describeBreadcrumb(
  { publicUrl }: PublicSettings,
  steps: [name: string, path: string][],
): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [['Home', '/'] as const, ...steps].map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: publicUrl + path,
    })),
  }
}

export interface ImageFacts {
  caption?: string | undefined
  credit?: ImageCredit | null | undefined
}

/** Describes an image with its license. Source: …/structured-data/image-license-metadata */
export function describeImage(
  school: Pick<PublicSettings, 'publicUrl'>,
  url: string,
  { caption, credit }: ImageFacts,
): Exclude<ImageObject, string> {
  const { creators = [], credit: creditText, copyright, license, acquire_license } = credit ?? {}
  return {
    '@type': 'ImageObject',
    contentUrl: toAbsolute(school, url),
    ...(caption ? { caption } : {}),
    ...(creators.length ? { creator: creators.map((name) => ({ '@type': 'Person' as const, name })) } : {}),
    ...(creditText ? { creditText } : {}),
    ...(copyright ? { copyrightNotice: copyright } : {}),
    ...(license ? { license } : {}),
    ...(acquire_license ? { acquireLicensePage: acquire_license } : {}),
  }
}

/** Returns the absolute URL of an image that the database has as a path. */
export function toAbsolute({ publicUrl }: Pick<PublicSettings, 'publicUrl'>, url: string): string {
  return url.startsWith('/') ? publicUrl + url : url
}
