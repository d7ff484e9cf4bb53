import type { ReactNode } from 'react'
import { NeedsJavaScript } from '#web/ui/needs-javascript.tsx'

interface AuthLayoutProps {
  title: string
  line: string
  children: ReactNode
}

/** The layout of the pages for signing in, registering and passwords: a narrow column. */
export function AuthLayout({ title, line, children }: AuthLayoutProps) {
  return (
    <section className="auth-layout">
      <h1 className="font-display text-4xl sm:text-5xl">{title}</h1>
      <p className="mt-3 mb-8 text-soft">{line}</p>
      <NeedsJavaScript action="continue" />
      {children}
    </section>
  )
}
