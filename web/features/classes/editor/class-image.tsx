import { type Ref, useEffect, useRef } from 'react'
import type { SchoolClass } from '#contract/classes.ts'
import { ImageField } from '#web/features/images/image-field.tsx'
import type { ImageUpload } from '#web/features/images/image-upload.ts'
import { usePreview } from '#web/features/images/use-preview.ts'
import { ConflictChoice } from '#web/forms/field-conflict.tsx'
import type * as Forms from '#web/forms/use-versioned-form.ts'
import { Picture, SMALL } from '#web/ui/picture.tsx'
import type { ClassDraft } from './class-draft.ts'

/** Props of the parts of a class's form. A new one has no class. */
export type PartProps = Forms.PartProps<ClassDraft, SchoolClass | null>

/**
 * Keeps the exposure that of the picture: the stored one's, none while another is uploading, then the uploaded one's. A line that
 * the user has typed stays.
 */
function useExposure({ watch, setValue, getValues, formState }: PartProps['form']): void {
  const upload = watch('image')
  const stored = formState.defaultValues?.exposure ?? ''
  const filledIn = useRef(stored)
  useEffect(() => {
    const fill = () => {
      if (getValues('exposure') !== filledIn.current) return
      const next = upload ? readUploaded(upload) : stored
      if (next === filledIn.current) return
      filledIn.current = next
      setValue('exposure', next, { shouldDirty: true })
    }
    fill()
    return upload?.subscribe(fill)
  }, [upload, stored, setValue, getValues])
}

function readUploaded(upload: ImageUpload): string {
  const state = upload.state()
  return state.step === 'sent' ? state.exposure : ''
}

/** The image of a class, as a field of its form, with its conflict. */
export function ClassImageField({ ref, ...part }: PartProps & { ref: Ref<HTMLInputElement> }) {
  const { form, base } = part
  const { errors, isSubmitted } = form.formState
  useExposure(form)
  return (
    <>
      <ImageField
        label="Class Image"
        value={form.watch('image')}
        onChange={(image) => form.setValue('image', image, { shouldDirty: true, shouldValidate: isSubmitted })}
        currentUrl={base?.classImage}
        error={errors.image?.message}
        ref={ref}
      />
      <ImageConflict {...part} />
    </>
  )
}

/** The image's counterpart of `FieldConflict`. */
function ImageConflict({ conflict, form }: PartProps) {
  const mine = conflict?.mine.image ?? null
  const preview = usePreview(mine?.file)
  if (!conflict) return null
  const { before, now } = conflict.records
  if (mine)
    return (
      <ConflictChoice
        label="Class Image"
        mine={<Thumbnail src={preview} />}
        current={<Thumbnail src={now?.classImage ?? null} />}
        chosen={form.watch('image') ? 'mine' : 'current'}
        onChoose={(side) => form.setValue('image', side === 'mine' ? mine : null)}
      />
    )
  if (now?.classImage === before?.classImage) return null
  return <p className="mt-1.5 text-sm text-soft">This picture changed after you opened the page.</p>
}

function Thumbnail({ src }: { src: string | null }) {
  return <Picture src={src} alt="" sizes={SMALL} className="thumb mt-1" />
}
