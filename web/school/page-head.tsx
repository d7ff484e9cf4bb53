import { useLocation } from 'react-router'
import { SHARE_HEIGHT, SHARE_WIDTH } from '#contract/image-url.ts'
import { PageTitle } from './page-title.tsx'
import { useSchool } from './school.ts'

interface PageHeadProps {
  /** The part of the title after the school's name. */
  page: string
  /** One or two sentences for search engines and links on other sites. */
  description?: string
  /** The path of an image for links on other sites. */
  image?: string
}

/**
 * The head of a public page for search engines and other sites: title, description, canonical URL, Open Graph and Twitter card. React
 * lifts it into the head.
 */
export function PageHead({ page, description, image }: PageHeadProps) {
  const { name, homeLine, publicUrl, shareImage } = useSchool()
  const { pathname } = useLocation()
  const url = publicUrl + pathname
  const text = description || homeLine || `Classes in photography at ${name}.`
  return (
    <>
      <PageTitle page={page} />
      <meta name="description" content={text} />
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={name} />
      <meta property="og:title" content={`${name} | ${page}`} />
      <meta property="og:description" content={text} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={publicUrl + (image ?? shareImage)} />
      <meta property="og:image:width" content={`${SHARE_WIDTH}`} />
      <meta property="og:image:height" content={`${SHARE_HEIGHT}`} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
