import type { FormEventHandler, ReactNode } from 'react'
import { FormError } from '#web/features/account/form-error.tsx'
import { IntoSight } from '#web/ui/into-sight.tsx'
import { useFirstInvalid } from '#web/ui/use-first-invalid.ts'

interface ClassFormProps {
  onSubmit: FormEventHandler
  onFocus: () => void
  /** What the whole form has to say. */
  problem: string | undefined
  /** How often it was sent. */
  submitCount: number
  picture: ReactNode
  children: ReactNode
}

/** The form of a class: its picture first, which is sent while the rest is filled in, and beside it the other fields. */
export function ClassForm({ onSubmit, onFocus, problem, submitCount, picture, children }: ClassFormProps) {
  const form = useFirstInvalid(submitCount)
  return (
    <form ref={form} noValidate onSubmit={onSubmit} onFocus={onFocus} className="grid gap-6">
      <IntoSight of={problem}>
        <FormError message={problem} />
      </IntoSight>
      <div className="class-form">
        <div>{picture}</div>
        <div className="grid content-start gap-5">{children}</div>
      </div>
    </form>
  )
}
