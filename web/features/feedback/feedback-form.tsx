import type { SchoolClass } from '#contract/classes.ts'
import { FormError } from '#web/features/account/form-error.tsx'
import { About, Button, ButtonLink } from '#web/ui/button.tsx'
import { IntoSight } from '#web/ui/into-sight.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { useFeedbackForm } from './use-feedback-form.ts'

/** What an admin has to say to the instructor of a class. */
export function FeedbackForm({ opened }: { opened: SchoolClass }) {
  const { form, submit, preload, theirs, keepTheirs } = useFeedbackForm(opened)
  const { register, formState } = form
  const { errors, isSubmitting } = formState
  return (
    <form noValidate onSubmit={submit} onFocus={preload} className="grid max-w-2xl gap-6">
      <IntoSight of={errors.root?.message}>
        <FormError message={errors.root?.message} />
      </IntoSight>
      <TextArea
        label="Feedback"
        rows={8}
        maxLength={5000}
        readOnly={isSubmitting}
        error={errors.feedback?.message}
        {...register('feedback')}
      />
      <IntoSight of={theirs ?? undefined}>{theirs !== null && <Theirs words={theirs} />}</IntoSight>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSubmitting}>
          Send Feedback
          {theirs !== null && <About>over theirs</About>}
        </Button>
        {theirs !== null && (
          <Button look="outline" onClick={keepTheirs}>
            Keep theirs
          </Button>
        )}
        <ButtonLink look="outline" to="/dashboard/manage-class">
          Back
        </ButtonLink>
      </div>
    </form>
  )
}

function Theirs({ words }: { words: string }) {
  return (
    <div role="alert" className="border-warning border-s-4 bg-base-200 p-4">
      <p>Another admin has written other feedback meanwhile. Yours is not sent yet. Theirs:</p>
      <p className="words-said mt-3">{words}</p>
      <p className="mt-3 text-sm text-soft">Send yours over it, keep theirs, or take into yours what you like of it.</p>
    </div>
  )
}
