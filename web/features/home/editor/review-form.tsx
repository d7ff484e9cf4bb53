import type { ManagedReview } from '#contract/home.ts'
import { OptionalImage } from '#web/features/images/optional-image.tsx'
import { ContentForm, EditField } from '#web/forms/edit-form.tsx'
import { type RulesContext, useContentForm } from '#web/forms/use-content-form.ts'
import type { PartProps } from '#web/forms/use-versioned-form.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { formatDate } from '#web/ui/text/dates.ts'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { useReviewCalls } from './home-content.query.ts'
import { findChanges, type ReviewDraft, toDraft } from './review-draft.ts'
import { type ChosenStudent, StudentChoice } from './student-choice.tsx'

const rules = lazyResolver<ReviewDraft, RulesContext>(() => import('./review.rules.ts'))

interface ReviewFormProps {
  /** Null for a new one. */
  review: ManagedReview | null
  onDone: () => void
}

/** Adds or edits a review. */
export function ReviewForm({ review, onDone }: ReviewFormProps) {
  const calls = useReviewCalls()
  const { frame, part, base } = useContentForm({
    noun: 'review',
    stored: review,
    calls,
    rules,
    toDraft,
    findChanges,
    onDone,
  })
  return (
    <ContentForm
      label={review ? `Edit the review of ${review.title}` : 'Add a review'}
      {...frame}
      onCancel={review ? onDone : undefined}
    >
      <ReviewFields part={part} url={base?.image_url || null} />
    </ContentForm>
  )
}

function ReviewFields({ part, url }: { part: PartProps<ReviewDraft>; url: string | null }) {
  const { watch, setValue, register } = part.form
  return (
    <>
      <StudentChoice onChoose={(chosen) => fillIn(part, chosen)} />
      <div className="form-pair">
        <OptionalImage
          label="Picture"
          hint="Shown small and round beside the name."
          value={watch('image')}
          onChange={(image) => setValue('image', image, { shouldDirty: true })}
          stored={watch('photo') || url}
        />
        <div className="grid content-start gap-5">
          <EditField {...part} field="title" label="Title" hint="Who says it." />
          <EditField {...part} field="role" label="Role" hint="For example: Student of Night Harbour." />
          <EditField {...part} field="consent" label="Consent" hint="When and how they agreed. Only admins see it." />
          {watch('enrolmentId') && <ConsentToday part={part} />}
        </div>
      </div>
      <EditField {...part} field="description" label="Description" rows={4} />
      <CheckBox {...register('published')}>Published</CheckBox>
    </>
  )
}

/** Notes the consent of the chosen student with the day. */
function ConsentToday({ part: { form } }: { part: PartProps<ReviewDraft> }) {
  const note = () =>
    form.setValue('consent', `Agreed on ${formatDate(Date.now())}`, { shouldDirty: true, shouldValidate: true })
  return (
    <Button look="outline" className="btn-sm justify-self-start" onClick={note}>
      They agreed today
    </Button>
  )
}

function fillIn({ form }: PartProps<ReviewDraft>, { enrolmentId, name, photo, className }: ChosenStudent): void {
  const values = { enrolmentId, photo, title: name, role: `Student of ${className}` }
  for (const [field, value] of Object.entries(values))
    form.setValue(field as keyof typeof values, value, { shouldDirty: true })
  form.setValue('image', null)
  // The former one was of another person.
  form.setValue('consent', '')
}
