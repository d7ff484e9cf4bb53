import { useRef } from 'react'
import type { ManagedSlide } from '#contract/home.ts'
import { ImageField } from '#web/features/images/image-field.tsx'
import type { ImageUpload } from '#web/features/images/image-upload.ts'
import { usePreview } from '#web/features/images/use-preview.ts'
import { ContentForm, EditField } from '#web/forms/edit-form.tsx'
import { type RulesContext, useContentForm } from '#web/forms/use-content-form.ts'
import type { PartProps } from '#web/forms/use-versioned-form.ts'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { useSlideCalls } from './home-content.query.ts'
import { findChanges, type SlideDraft, toDraft } from './slide-draft.ts'

const rules = lazyResolver<SlideDraft, RulesContext>(() => import('./slide.rules.ts'))

interface SlideFormProps {
  /** Null for a new one. */
  slide: ManagedSlide | null
  onDone: () => void
}

/** Adds or edits a slide, with a preview. */
export function SlideForm({ slide, onDone }: SlideFormProps) {
  const calls = useSlideCalls()
  const { frame, part, base } = useContentForm({
    noun: 'slide',
    stored: slide,
    calls,
    rules,
    toDraft,
    findChanges,
    onDone,
  })
  const url = base?.img ?? null
  return (
    <ContentForm label={slide ? `Edit ${slide.title}` : 'Add a slide'} {...frame} onCancel={slide ? onDone : undefined}>
      <div className="form-pair">
        <SlideImage form={part.form} url={url} stored={base?.focus ?? ''} />
        <SlidePreview draft={part.form.watch()} url={url} />
      </div>
      <EditField {...part} field="title" label="Title" />
      <EditField {...part} field="description" label="Description" />
      <CheckBox {...part.form.register('published')}>Published</CheckBox>
    </ContentForm>
  )
}

interface SlideImageProps extends Pick<PartProps<SlideDraft>, 'form'> {
  url: string | null
  /** The focal point of the stored image. */
  stored: string
}

function SlideImage({ form, url, stored }: SlideImageProps) {
  const input = useRef<HTMLInputElement>(null)
  const { errors, isSubmitted } = form.formState
  const change = (image: ImageUpload | null) => {
    form.setValue('image', image, { shouldDirty: true, shouldValidate: isSubmitted })
    // The point of one picture means nothing for another.
    form.setValue('focus', image ? '' : stored)
  }
  return (
    <ImageField
      label="Picture"
      value={form.watch('image')}
      onChange={change}
      currentUrl={url ?? undefined}
      focal={{
        value: form.watch('focus'),
        onChange: (focus) => form.setValue('focus', focus, { shouldDirty: true }),
      }}
      frameWidth={1440}
      error={errors.image?.message}
      ref={input}
    />
  )
}

/** Previews the slide. */
function SlidePreview({ draft, url }: { draft: SlideDraft; url: string | null }) {
  const src = usePreview(draft.image?.file) ?? url
  return (
    <figure>
      <figcaption className="field-label">Preview</figcaption>
      <div className="slide-preview">
        {src && <Picture src={src} alt="" focus={draft.focus} sizes="28rem" />}
        <div className="wrap-anywhere relative w-3/4">
          <p className="font-display text-2xl">{draft.title || 'Title'}</p>
          <p className="mt-2 text-sm">{draft.description || 'Description'}</p>
        </div>
      </div>
    </figure>
  )
}
