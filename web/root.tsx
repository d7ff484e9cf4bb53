import { type ReactNode, use, useEffect } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, type ShouldRevalidateFunctionArgs } from 'react-router'
import { parseImageUrl } from '#contract/image-url.ts'
import { startOfDay } from '#contract/values/day.ts'
import type { Route } from './+types/root.ts'
import stylesheet from './app.css?url'
import icon from './icon.svg?url'
import { ErrorPage } from './layout/error-page.tsx'
import { PageFrame } from './layout/frame.tsx'
import { BEFORE_PAINT } from './layout/theme.ts'
import { NonceContext } from './nonce.ts'
import { pageContext } from './page-context.ts'
import { useSchool } from './school/school.ts'
import focusSheet from './ui/focus.css?url'
import { showTimesIn } from './ui/text/dates.ts'

/** The public settings of the school, the same for every visitor until an admin changes them, and the day of the page. */
export function loader({ context }: Route.LoaderArgs) {
  return { school: context.get(pageContext).school, today: startOfDay(Date.now()) }
}

/** Reads the settings again where the page stays: after an admin has changed them, but not with each navigation. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.href === nextUrl.href

export function Layout({ children }: { children: ReactNode }) {
  showTimesIn(useSchool().timeZone)
  return (
    <html lang="en" data-theme="light" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* A slow phone would render an empty page first, for 40 ms. */}
        <link rel="expect" href="#bar" blocking="render" />
        <link rel="stylesheet" href={stylesheet} precedence="first" />
        <SchoolLinks />
        <link rel="stylesheet" href={focusSheet} />
        <HostedIdentity />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="alternate" type="application/atom+xml" title="New classes" href="/feed.xml" />
        {/* It has run before React starts: the browser's code is without it. */}
        <script nonce={use(NonceContext)} suppressHydrationWarning>
          {import.meta.env.SSR ? BEFORE_PAINT : ''}
        </script>
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** The school's own icon and accent color, or the icon of the application. */
function SchoolLinks() {
  const { favicon, accent } = useSchool()
  const own = favicon && (parseImageUrl(favicon)?.small.webp ?? favicon)
  return (
    <>
      <link rel="icon" href={own ?? icon} type={own ? undefined : 'image/svg+xml'} />
      <link rel="apple-touch-icon" href={own ?? '/icons/apple-touch-icon.png'} />
      {accent && <AccentSheet key={accent} accent={accent} />}
    </>
  )
}

/** The accent color. The server writes the first one into a public page; it goes when an admin chooses another. */
function AccentSheet({ accent }: { accent: string }) {
  useEffect(() => () => document.querySelector('style[data-path^="/accent/"]')?.remove(), [])
  return <link rel="stylesheet" href={`/accent/${accent.slice(1)}.css`} />
}

/** Names the identity provider to the session, which is outside React. */
function HostedIdentity() {
  const { identity } = useSchool()
  return identity && <meta name="identity" content={JSON.stringify(identity)} />
}

export default function Root() {
  return (
    <PageFrame>
      <Outlet />
    </PageFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageFrame>
      <ErrorPage error={error} />
    </PageFrame>
  )
}
