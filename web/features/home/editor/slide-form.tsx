import { type ReactNode, useRef } from 'react'
import type { ManagedSlide } from '#contract/home.ts'
import { ImageField } from '#web/features/images/image-field.tsx'
import type { ImageUpload } from '#web/features/images/image-upload.ts'
import { usePreview } from '#web/features/images/use-preview.ts'
import { Field } from '#web/ui/field.tsx'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { FieldConflict } from '#web/ui/forms/field-conflict.tsx'
import { lazyResolver } from '#web/ui/lazy-resolver.ts'
import { Picture } from '#web/ui/picture.tsx'
import { ContentFrame } from './content-frame.tsx'
import { useSlideCalls } from './home-content.query.ts'
import { findChanges, type SlideDraft, toDraft } from './slide-draft.ts'
import { type RulesContext, useContentForm } from './use-content-form.ts'

const rules = lazyResolver<SlideDraft, RulesContext>(() => import('./slide.rules.ts'))

interface SlideFormProps {
  /** Null for a new one. */
  slide: ManagedSlide | null
  onDone: () => void
}

/** Adds or edits a slide, with a preview. */
export function SlideForm({ slide, onDone }: SlideFormProps) {
  const calls = useSlideCalls()
  const { submit, form, conflict, base } = useContentForm({ stored: slide, calls, rules, toDraft, findChanges, onDone })
  const { register, watch, setValue, formState } = form
  const input = useRef<HTMLInputElement>(null)
  const draft = watch()
  const below = (field: 'title' | 'description', label: string): ReactNode => (
    <FieldConflict
      field={field}
      label={label}
      conflict={conflict}
      value={draft[field]}
      onChoose={(value) => setValue(field, value, { shouldDirty: true })}
    />
  )
  return (
    <ContentFrame
      label={slide ? `Edit ${slide.title}` : 'Add a slide'}
      onSubmit={submit}
      onFocus={rules.preload}
      state={formState}
      onCancel={slide ? onDone : undefined}
    >
      <div className="form-pair">
        <ImageField
          label="Picture"
          value={draft.image}
          onChange={(image) => setValue('image', image, { shouldDirty: true, shouldValidate: formState.isSubmitted })}
          currentUrl={base?.img}
          error={formState.errors.image?.message}
          ref={input}
        />
        <SlidePreview draft={draft} url={base?.img ?? null} />
      </div>
      <div>
        <Field label="Title" autoComplete="off" error={formState.errors.title?.message} {...register('title')} />
        {below('title', 'Title')}
      </div>
      <div>
        <Field
          label="Description"
          autoComplete="off"
          error={formState.errors.description?.message}
          {...register('description')}
        />
        {below('description', 'Description')}
      </div>
      <CheckBox {...register('published')}>Published</CheckBox>
    </ContentFrame>
  )
}

/** How the slide will look. */
function SlidePreview({ draft, url }: { draft: SlideDraft; url: string | null }) {
  const chosen = usePreview((draft.image as ImageUpload | null)?.file)
  const src = chosen ?? url
  return (
    <figure>
      <figcaption className="field-label">Preview</figcaption>
      <div className="slide-preview">
        {src && <Picture src={src} alt="" sizes="28rem" />}
        <div className="wrap-anywhere relative w-3/4">
          <p className="font-display text-2xl">{draft.title || 'Title'}</p>
          <p className="mt-2 text-sm">{draft.description || 'Description'}</p>
        </div>
      </div>
    </figure>
  )
}
