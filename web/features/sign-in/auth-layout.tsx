import type { ReactNode } from 'react'
import { harbour } from '#web/pictures/sign-in.built.ts'
import { NeedsJavaScript } from '#web/ui/needs-javascript.tsx'
import { Picture } from '#web/ui/picture.tsx'
import stylesheet from './auth.css?url'

interface AuthLayoutProps {
  title: string
  line: string
  /** The URL of the picture beside the form. */
  picture?: string
  /** The point of the picture that stays in the band. */
  focus?: string
  children: ReactNode
}

/** The layout of the pages for signing in, registering and passwords: a narrow column, beside a picture on wide screens and below a band of it on others. */
export function AuthLayout({ title, line, picture = harbour, focus, children }: AuthLayoutProps) {
  return (
    <div className="auth-page">
      <link rel="stylesheet" href={stylesheet} precedence="first" />
      <Picture
        src={picture}
        alt=""
        focus={focus}
        sizes="(min-width: 64rem) max(50vw, 140vh), 100vw"
        cropped
        className="auth-picture"
      />
      <section className="auth-layout">
        <h1 className="font-display text-4xl sm:text-5xl">{title}</h1>
        <p className="mt-2 mb-6 text-soft">{line}</p>
        <NeedsJavaScript action="continue" />
        {children}
      </section>
    </div>
  )
}
