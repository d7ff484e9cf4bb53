/** The states of a list without rows: loading, empty, failed. */
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** Announces that something loads, around skeletons of its size or with a spinner. */
export function Loading({ what, children }: { what: string; children?: ReactNode }) {
  return (
    <div role="status">
      <span className="sr-only">Loading {what}…</span>
      {children ?? (
        <div className="grid min-h-64 place-items-center">
          <span className="loading w-10" aria-hidden="true" />
        </div>
      )}
    </div>
  )
}

export function Skeleton({ className }: { className: string }) {
  return <div className={`skeleton ${className}`} aria-hidden="true" />
}

/** An empty list: a sentence, and the next step as a link or button. */
export function Empty({ sentence, children }: { sentence: string; children?: ReactNode }) {
  return (
    <div className="state">
      <p className="font-display text-2xl">{sentence}</p>
      {children}
    </div>
  )
}

/** A list that failed to load: what happened, and a button to try again. */
export function Failed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="state">
      <p role="alert" className="text-error-ink">
        {message}
      </p>
      <Button look="outline" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
