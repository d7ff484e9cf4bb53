import { type Ref, useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ImageField } from '#web/features/images/image-field.tsx'
import type { ImageUpload } from '#web/features/images/image-upload.ts'
import type { ClassDraft, RulesContext, ValidDraft } from './class-draft.ts'

/** The state of a form of a class, for either set of rules. */
export type ClassFormState<Valid extends ValidDraft = ValidDraft> = UseFormReturn<ClassDraft, RulesContext, Valid>

interface ClassImageFieldProps<Valid extends ValidDraft> {
  form: ClassFormState<Valid>
  /** The URL of the image that stays unless the user chooses another. */
  currentUrl?: string
  ref: Ref<HTMLInputElement>
}

/**
 * Keeps the exposure that of the picture: the stored one's, none while another is uploading, then the uploaded one's. A line that
 * the user has typed stays.
 */
function useExposure<Valid extends ValidDraft>({ watch, setValue, getValues, formState }: ClassFormState<Valid>) {
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

/** The image of a class, as a field of its form. */
export function ClassImageField<Valid extends ValidDraft>({ form, currentUrl, ref }: ClassImageFieldProps<Valid>) {
  const { errors, isSubmitted } = form.formState
  useExposure(form)
  return (
    <ImageField
      label="Class Image"
      value={form.watch('image')}
      onChange={(image) => form.setValue('image', image, { shouldDirty: true, shouldValidate: isSubmitted })}
      currentUrl={currentUrl}
      error={errors.image?.message}
      ref={ref}
    />
  )
}
