import type { ManagedReview } from '#contract/home.ts'
import { OptionalImage } from '#web/features/images/optional-image.tsx'
import { Field } from '#web/ui/field.tsx'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { FieldConflict } from '#web/ui/forms/field-conflict.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { lazyResolver } from '#web/ui/lazy-resolver.ts'
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
  const { submit, ...part } = useContentForm({ stored: review, calls, rules, toDraft, findChanges, onDone })
  const { register, watch, setValue, formState } = part.form
  return (
    <ContentFrame
      label={review ? `Edit the review of ${review.title}` : 'Add a review'}
      onSubmit={submit}
      onFocus={rules.preload}
      state={formState}
      onCancel={review ? onDone : undefined}
    >
      <div className="form-pair">
        <OptionalImage
          label="Picture"
          hint="Shown small and round beside the name."
          value={watch('image')}
          onChange={(image) => setValue('image', image, { shouldDirty: true })}
          stored={part.base?.image_url || null}
        />
        <div className="grid content-start gap-5">
          <Line {...part} field="title" label="Title" hint="Who says it." />
          <Line {...part} field="role" label="Role" hint="For example: Student of Night Harbour." />
          <Line {...part} field="consent" label="Consent" hint="When and how they agreed. Only admins see it." />
        </div>
      </div>
      <div>
        <TextArea
          label="Description"
          rows={4}
          error={formState.errors.description?.message}
          {...register('description')}
        />
        <Conflict {...part} field="description" label="Description" />
      </div>
      <CheckBox {...register('published')}>Published</CheckBox>
    </ContentFrame>
  )
}

interface LineProps extends PartProps<ReviewDraft> {
  field: 'title' | 'role' | 'consent' | 'description'
  label: string
}

function Line({ hint, ...part }: LineProps & { hint: string }) {
  const { form, field, label } = part
  return (
    <div>
      <Field label={label} autoComplete="off" error={form.formState.errors[field]?.message} {...form.register(field)} />
      <p className="mt-1.5 text-sm text-soft">{hint}</p>
      <Conflict {...part} />
    </div>
  )
}

function Conflict({ form, conflict, field, label }: LineProps) {
  return (
    <FieldConflict
      field={field}
      label={label}
      conflict={conflict}
      value={form.watch(field)}
      onChoose={(value) => form.setValue(field, value, { shouldDirty: true })}
    />
  )
}
