import type { ReactNode } from 'react'

/** The head of a page: its title in the display face, a line below, and what belongs beside it. */
export function Banner({ title, line, children }: { title: string; line?: string; children?: ReactNode }) {
  return (
    <header className="banner">
      <h1 className="font-display text-4xl text-balance sm:text-6xl">{title}</h1>
      {line && <p className="mt-4 max-w-prose text-lg text-soft">{line}</p>}
      {children}
    </header>
  )
}
