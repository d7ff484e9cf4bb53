import { type Ref, useEffect, useRef } from 'react'
import type { SchoolClass } from '#contract/classes.ts'
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

/** The image of a class, with its focal point. */
export function ClassImageField({ ref, ...part }: PartProps & { ref: Ref<HTMLInputElement> }) {
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
        focal={bindFocus(form, 'focus', 'Focal point')}
        frameWidth={928}
        error={errors.image?.message}
        ref={ref}
      />
      <ImageConflict {...part} />
      <FieldConflict {...part} field="focus" label="Focal point" />
    </div>
  )
}

/** Returns the focal point of a picture for its field. */
function bindFocus({ watch, setValue }: PartProps['form'], field: 'focus' | 'focus2' | 'focus3', label: string) {
  const onChange = (point: string) => setValue(field, point, { shouldDirty: true })
  return { label, value: watch(field), onChange, canBeWhole: true }
}

/** The alternative text of the image of a class. */
export function AlternativeTextField(part: PartProps) {
  useOffered(part.form, 'alt')
  return (
    <EditField
      {...part}
      field="alt"
      label="Alternative text"
      hint="What the picture shows, for people who do not see it: “A pier in fog, at dawn”. Not the name of the class."
    />
  )
}

/** The caption of the image of a class. */
export function CaptionField(part: PartProps) {
  useOffered(part.form, 'caption')
  return <EditField {...part} field="caption" label="Caption" hint="Stands below the picture on the class's page." />
}

/** The camera and exposure of the image of a class, which its page shows below it. */
export function ExposureFields(part: PartProps) {
  useOffered(part.form, 'exposure')
  useOffered(part.form, 'camera')
  return (
    <>
      <EditField
        {...part}
        field="camera"
        label="Camera"
        placeholder="Nikon Z 6 · NIKKOR Z 50mm f/1.8 S · 50 mm"
        hint="Camera, lens and focal length. Before the exposure on the class's page."
      />
      <EditField
        {...part}
        field="exposure"
        label="Exposure"
        placeholder="ISO 100 · f/8 · 1/125 s · 06:40"
        hint="Stands below the picture. We fill it in where the picture's file says how it was made."
      />
    </>
  )
}

const FURTHER = [
  { label: 'Second picture', image: 'image2', url: 'classImage2', focus: 'focus2', alt: 'alt2' },
  { label: 'Third picture', image: 'image3', url: 'classImage3', focus: 'focus3', alt: 'alt3' },
] as const

/** Up to two pictures for the class's page, each with its focal point and its text. */
export function FurtherImageFields(part: PartProps) {
  return (
    <div className="further-images">
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
  const stored = base?.[url] || null
  const change = (next: ImageDraft) => {
    form.setValue(image, next, { shouldDirty: true })
    // The point of one picture means nothing for another.
    form.setValue(focus, next === null ? (base?.[focus] ?? '') : '')
  }
  const isShown = value === null ? stored !== null : value !== 'remove'
  return (
    <OptionalImage
      label={label}
      value={value}
      onChange={change}
      stored={stored}
      namesFormats={false}
      focal={bindFocus(form, focus, `Focal point of the ${label.toLowerCase()}`)}
    >
      {isShown && (
        <EditField {...part} field={alt} label="Alternative text" about={`of the ${label.toLowerCase()}`} wraps />
      )}
    </OptionalImage>
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
  return <Picture src={src} alt="" sizes={SMALL} className="mt-1 h-12 w-18" />
}
