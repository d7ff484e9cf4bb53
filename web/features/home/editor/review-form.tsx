import type { ManagedReview } from '#contract/home.ts'
import { OptionalImage } from '#web/features/images/optional-image.tsx'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { ContentField } from './content-field.tsx'
import { ContentFrame } from './content-frame.tsx'
import { useReviewCalls } from './home-content.query.ts'
import { findChanges, type ReviewDraft, toDraft } from './review-draft.ts'
import { type PartProps, type RulesContext, useContentForm } from './use-content-form.ts'

const rules = lazyResolver<ReviewDraft, RulesContext>(() => import('./review.rules.ts'))

interface ReviewFormProps {
  /** Null for a new one. */
  review: ManagedReview | null
  onDone: () => void
}

/** Adds or edits a review. */
export function ReviewForm({ review, onDone }: ReviewFormProps) {
  const calls = useReviewCalls()
  const { submit, part, base } = useContentForm({ stored: review, calls, rules, toDraft, findChanges, onDone })
  return (
    <ContentFrame
      label={review ? `Edit the review of ${review.title}` : 'Add a review'}
      onSubmit={submit}
      onFocus={rules.preload}
      state={part.form.formState}
      onCancel={review ? onDone : undefined}
    >
      <ReviewFields part={part} url={base?.image_url || null} />
    </ContentFrame>
  )
}

function ReviewFields({ part, url }: { part: PartProps<ReviewDraft>; url: string | null }) {
  const { watch, setValue, register } = part.form
  return (
    <>
      <div className="form-pair">
        <OptionalImage
          label="Picture"
          hint="Shown small and round beside the name."
          value={watch('image')}
          onChange={(image) => setValue('image', image, { shouldDirty: true })}
          stored={url}
        />
        <div className="grid content-start gap-5">
          <ContentField {...part} field="title" label="Title" hint="Who says it." />
          <ContentField {...part} field="role" label="Role" hint="For example: Student of Night Harbour." />
          <ContentField
            {...part}
            field="consent"
            label="Consent"
            hint="When and how they agreed. Only admins see it."
          />
        </div>
      </div>
      <ContentField {...part} field="description" label="Description" rows={4} />
      <CheckBox {...register('published')}>Published</CheckBox>
    </>
  )
}
