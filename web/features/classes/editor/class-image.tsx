import { type Ref, useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ImageField } from '#web/features/images/image-field.tsx'
import type { ClassDraft, RulesContext, ValidDraft } from './class-draft.ts'

/** The state of a form of a class, for either set of rules. */
export type ClassFormState<Valid extends ValidDraft = ValidDraft> = UseFormReturn<ClassDraft, RulesContext, Valid>

interface ClassImageFieldProps<Valid extends ValidDraft> {
  form: ClassFormState<Valid>
  /** The URL of the image that stays unless the user chooses another. */
  currentUrl?: string
  ref: Ref<HTMLInputElement>
}

/** Fills in the exposure of an uploaded image, unless the user has typed one. */
function useExposure<Valid extends ValidDraft>({ watch, setValue, getFieldState }: ClassFormState<Valid>) {
  const upload = watch('image')
  useEffect(() => {
    const fill = () => {
      const state = upload?.state()
      if (state?.step !== 'sent' || !state.exposure || getFieldState('exposure').isTouched) return
      setValue('exposure', state.exposure, { shouldDirty: true })
    }
    fill()
    return upload?.subscribe(fill)
  }, [upload, setValue, getFieldState])
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
