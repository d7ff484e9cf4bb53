import type { ReactNode } from 'react'
import { Picture } from './picture.tsx'

interface BannerProps {
  title: string
  line?: string
  /** The URL of an image behind the text. The banner is then low, so that the content begins on the first screen. */
  picture?: string
  children?: ReactNode
}

/** The head of a page: its title, a line below, and controls. */
export function Banner({ title, line, picture, children }: BannerProps) {
  return (
    <header className={`banner ${picture ? 'banner-pictured' : ''}`}>
      {picture && <Picture src={picture} alt="" sizes="100vw" priority className="banner-picture" />}
      <div className="relative">
        <h1 className="break-words font-display text-4xl sm:text-6xl">{title}</h1>
        {line && <p className={`mt-4 max-w-prose text-lg ${picture ? '' : 'text-soft'}`}>{line}</p>}
        {children}
      </div>
    </header>
  )
}
