import { type Ref, useEffect, useRef } from 'react'
import type { SchoolClass } from '#contract/classes.ts'
import { FocusField } from '#web/features/images/focus-field.tsx'
import type { ImageDraft } from '#web/features/images/image-draft.ts'
import { ImageField } from '#web/features/images/image-field.tsx'
import type { ImageUpload, OfferedTexts } from '#web/features/images/image-upload.ts'
import { OptionalImage } from '#web/features/images/optional-image.tsx'
import { usePreview } from '#web/features/images/use-preview.ts'
import { EditField } from '#web/forms/edit-form.tsx'
import { ConflictChoice, FieldConflict } from '#web/forms/field-conflict.tsx'
import type * as Forms from '#web/forms/use-versioned-form.ts'
import { Picture, SMALL } from '#web/ui/picture.tsx'
import type { ClassDraft } from './class-draft.ts'

/** Props of the parts of a class's form. A new one has no class. */
export type PartProps = Forms.PartProps<ClassDraft, SchoolClass | null>

/**
 * Keeps a text that of the picture: the stored one's, none while another is uploading, then the uploaded one's. What the user has typed
 * stays.
 */
function useOffered(
  { watch, setValue, getValues, formState }: PartProps['form'],
  field: keyof OfferedTexts | 'alt2' | 'alt3',
  image: 'image' | 'image2' | 'image3' = 'image',
): void {
  const draft = watch(image)
  const upload = draft === 'remove' ? null : draft
  const stored = formState.defaultValues?.[field] ?? ''
  const filledIn = useRef(stored)
  useEffect(() => {
    const fill = () => {
      if (getValues(field) !== filledIn.current) return
      const next = upload ? readUploaded(upload, field === 'alt2' || field === 'alt3' ? 'alt' : field) : stored
      if (next === filledIn.current) return
      filledIn.current = next
      setValue(field, next, { shouldDirty: true })
    }
    fill()
    return upload?.subscribe(fill)
  }, [upload, stored, field, setValue, getValues])
}

function readUploaded(upload: ImageUpload, field: keyof OfferedTexts): string {
  const state = upload.state()
  return state.step === 'sent' ? state.offered[field] : ''
}

/** The image of a class with what is said about it, as fields of its form. */
export function ClassImageField({ ref, ...part }: PartProps & { ref: Ref<HTMLInputElement> }) {
  useOffered(part.form, 'exposure')
  useOffered(part.form, 'camera')
  useOffered(part.form, 'alt')
  useOffered(part.form, 'caption')
  return (
    <div className="grid gap-5">
      <ImagePart {...part} ref={ref} />
      <FocusPart {...part} />
      <EditField
        {...part}
        field="alt"
        label="Alternative text"
        hint="What the picture shows, for people who do not see it: “A pier in fog, at dawn”. Not the name of the class."
      />
      <EditField {...part} field="caption" label="Caption" hint="Stands below the picture on the class’s page." />
    </div>
  )
}

function ImagePart({ ref, ...part }: PartProps & { ref: Ref<HTMLInputElement> }) {
  const { form, base } = part
  const { errors, isSubmitted } = form.formState
  const change = (image: ImageUpload | null) => {
    form.setValue('image', image, { shouldDirty: true, shouldValidate: isSubmitted })
    // The point of one picture means nothing for another.
    form.setValue('focus', image ? '' : (base?.focus ?? ''))
  }
  return (
    <div>
      <ImageField
        label="Class Image"
        takesBeside
        value={form.watch('image')}
        onChange={change}
        currentUrl={base?.classImage}
        focus={form.watch('focus')}
        frameWidth={928}
        error={errors.image?.message}
        ref={ref}
      />
      <ImageConflict {...part} />
    </div>
  )
}

function FocusPart(part: PartProps) {
  const { form, base } = part
  const upload = form.watch('image')
  const preview = usePreview(upload?.file)
  return (
    <div>
      <FocusField
        src={upload ? preview : (base?.classImage ?? null)}
        value={form.watch('focus')}
        onChange={(point) => form.setValue('focus', point, { shouldDirty: true })}
        canBeWhole
      />
      <FieldConflict {...part} field="focus" label="Focal point" />
    </div>
  )
}

const FURTHER = [
  { label: 'Second picture', image: 'image2', url: 'classImage2', focus: 'focus2', alt: 'alt2' },
  { label: 'Third picture', image: 'image3', url: 'classImage3', focus: 'focus3', alt: 'alt3' },
] as const

/** Up to two pictures for the class's page, each with its focal point and its text. */
export function FurtherImageFields(part: PartProps) {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      {FURTHER.map((fields) => (
        <FurtherImageField key={fields.image} {...part} {...fields} />
      ))}
    </div>
  )
}

function FurtherImageField({ label, image, url, focus, alt, ...part }: PartProps & (typeof FURTHER)[number]) {
  const { form, base } = part
  useOffered(form, alt, image)
  const value = form.watch(image)
  const preview = usePreview(value === 'remove' ? undefined : value?.file)
  const stored = base?.[url] || null
  const change = (next: ImageDraft) => {
    form.setValue(image, next, { shouldDirty: true })
    // The point of one picture means nothing for another.
    form.setValue(focus, next === null ? (base?.[focus] ?? '') : '')
  }
  const isShown = value === null ? stored !== null : value !== 'remove'
  return (
    <div className="grid content-start gap-5">
      <OptionalImage
        label={label}
        hint="Beside the texts on the class’s page."
        value={value}
        onChange={change}
        stored={stored}
        focus={form.watch(focus)}
      />
      <FocusField
        label={`Focal point of the ${label.toLowerCase()}`}
        src={value === null ? stored : preview}
        value={form.watch(focus)}
        onChange={(point) => form.setValue(focus, point, { shouldDirty: true })}
        canBeWhole
      />
      {isShown && <EditField {...part} field={alt} label={`Alternative text of the ${label.toLowerCase()}`} />}
    </div>
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
