import type { FormEventHandler, ReactNode } from 'react'
import { ScrollIntoView } from '#web/ui/forms/scroll-into-view.tsx'
import { useFirstInvalid } from '#web/ui/forms/use-first-invalid.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'

interface ClassFormProps {
  onSubmit: FormEventHandler
  onFocus: () => void
  /** The error of the whole form. */
  problem: string | undefined
  /** A note to read first. */
  note: ReactNode
  submitCount: number
  image: ReactNode
  /** The specification's fields. */
  children: ReactNode
  /** Further fields, below. */
  more: ReactNode
  actions: ReactNode
}

/** The layout of a class's form. The image comes first, so that it uploads while the user fills in the other fields. */
export function ClassForm(props: ClassFormProps) {
  const { onSubmit, onFocus, problem, note, submitCount, image, children, more, actions } = props
  const form = useFirstInvalid(submitCount)
  return (
    <form ref={form} noValidate onSubmit={onSubmit} onFocus={onFocus} className="grid gap-6">
      <ScrollIntoView message={problem}>
        <FormError message={problem} />
      </ScrollIntoView>
      {note}
      <div className="class-form">
        <div>{image}</div>
        <div className="grid content-start gap-5">{children}</div>
      </div>
      {more}
      {actions}
    </form>
  )
}
