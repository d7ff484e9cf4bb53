import { Link } from 'react-router'
import type { SchoolClass } from '#contract/classes.ts'
import { MAX_FEEDBACK_LENGTH } from '#contract/values/limits.ts'
import { About, Button } from '#web/ui/button.tsx'
import { ScrollIntoView } from '#web/ui/forms/scroll-into-view.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { useFeedbackForm } from './use-feedback-form.ts'

/** Writes an admin's feedback for the instructor of a class. */
export function FeedbackForm({ opened }: { opened: SchoolClass }) {
  const { form, submit, preload, note, remote, keepRemote } = useFeedbackForm(opened)
  const { register, formState } = form
  const { errors, isSubmitting } = formState
  return (
    <form noValidate onSubmit={submit} onFocus={preload} className="grid gap-6">
      <ScrollIntoView message={errors.root?.message}>
        <FormError message={errors.root?.message} />
      </ScrollIntoView>
      {note}
      <TextArea
        label="Feedback"
        rows={8}
        maxLength={MAX_FEEDBACK_LENGTH}
        readOnly={isSubmitting}
        error={errors.feedback?.message}
        {...register('feedback')}
      />
      <ScrollIntoView message={remote ?? undefined}>
        {remote !== null && <RemoteFeedback text={remote} />}
      </ScrollIntoView>
      <div className="button-line">
        <Button type="submit" look={opened.status === 'pending' ? 'outline' : 'primary'} busy={isSubmitting}>
          Send Feedback
          {remote !== null && <About>and replace theirs</About>}
        </Button>
        {remote !== null && (
          <Button look="outline" onClick={keepRemote}>
            Keep theirs
          </Button>
        )}
        <Link to="/dashboard/manage-class" className="link inline-flex min-h-11 items-center ps-2">
          Back
        </Link>
      </div>
    </form>
  )
}

function RemoteFeedback({ text }: { text: string }) {
  return (
    <div role="alert" className="border-warning border-s-4 bg-base-200 p-4">
      <p>Another admin sent feedback while you were writing. Yours is not sent yet. Theirs:</p>
      <p className="quote mt-3">{text}</p>
      <p className="mt-3 text-sm text-soft">Replace it with yours, keep theirs, or copy parts of it into yours.</p>
    </div>
  )
}
