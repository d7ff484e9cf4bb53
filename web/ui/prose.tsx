import type { ReactNode } from 'react'

/** A page that is read from top to bottom, in a column of a good width. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className="prose-room">{children}</div>
}

/** One matter of such a page, under its name. */
export function Matter({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="matter">
      <h2 className="font-display text-2xl">{name}</h2>
      <div className="grid gap-3">{children}</div>
    </section>
  )
}
