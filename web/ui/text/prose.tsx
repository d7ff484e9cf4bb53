import type { ReactNode } from 'react'

/** The sections of a page of text. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className="prose-page">{children}</div>
}

/** A section of such a page. One without a name has no heading. */
export function Section({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="prose-section">
      {name && <h2 className="wrap-anywhere font-display text-2xl">{name}</h2>}
      {children}
    </section>
  )
}
