import type { ReactNode } from 'react'

/** The sections of a page of text. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className="prose-page">{children}</div>
}

/** A section of such a page, with its heading. */
export function Section({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="prose-section">
      <h2 className="font-display text-2xl">{name}</h2>
      <div className="grid gap-3">{children}</div>
    </section>
  )
}
