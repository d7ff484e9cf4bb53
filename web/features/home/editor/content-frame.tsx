/** The frame that the forms of slides and reviews share. */
import type { FormEventHandler, ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ScrollIntoView } from '#web/ui/forms/scroll-into-view.tsx'
import { useFirstInvalid } from '#web/ui/forms/use-first-invalid.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'

interface ContentFrameProps {
  label: string
  onSubmit: FormEventHandler
  onFocus: () => void
  state: { errors: { root?: { message?: string | undefined } }; isSubmitting: boolean; submitCount: number }
  /** A note to read first. */
  note: ReactNode
  /** Absent for a new one. */
  onCancel: (() => void) | undefined
  children: ReactNode
}

export function ContentFrame({ label, onSubmit, onFocus, state, note, onCancel, children }: ContentFrameProps) {
  const element = useFirstInvalid(state.submitCount)
  const problem = state.errors.root?.message
  return (
    <form
      ref={element}
      noValidate
      onSubmit={onSubmit}
      onFocus={onFocus}
      className="grid max-w-4xl grid-cols-1 gap-5"
      aria-label={label}
    >
      <ScrollIntoView message={problem}>
        <FormError message={problem} />
      </ScrollIntoView>
      {note}
      {children}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={state.isSubmitting}>
          Save
        </Button>
        {onCancel && (
          <Button look="outline" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
