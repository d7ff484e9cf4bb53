import type { ReactNode } from 'react'

/** A term of a definition list, and what it says below it. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="edge-print text-soft">{term}</dt>
      <dd className="wrap-anywhere mt-1">{children}</dd>
    </div>
  )
}
