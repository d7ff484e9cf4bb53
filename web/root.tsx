import { type ReactNode, use } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { startOfDay } from '#contract/values/day.ts'
import type { Route } from './+types/root.ts'
import stylesheet from './app.css?url'
import icon from './icon.svg?url'
import { ErrorPage } from './layout/error-page.tsx'
import { PageFrame } from './layout/frame.tsx'
import { BEFORE_PAINT } from './layout/theme.ts'
import { NonceContext } from './nonce.ts'
import { pageContext } from './page-context.ts'

/** The public settings of the school, the same for every visitor until the server restarts, and the day of the page. */
export function loader({ context }: Route.LoaderArgs) {
  return { school: context.get(pageContext).school, today: startOfDay(Date.now()) }
}

export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" data-theme="light" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="stylesheet" href={stylesheet} precedence="first" />
        <link rel="icon" href={icon} type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="alternate" type="application/atom+xml" title="New classes" href="/feed.xml" />
        <script nonce={use(NonceContext)}>{BEFORE_PAINT}</script>
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
