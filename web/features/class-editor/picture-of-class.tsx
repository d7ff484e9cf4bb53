import type { Ref } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { PictureField } from '#web/features/pictures/picture-field.tsx'
import type { CheckedDraft, ClassDraft, RulesContext } from './class-draft.ts'

/** The form of a class, whatever its rules make of it. */
export type ClassFormState<Checked extends CheckedDraft = CheckedDraft> = UseFormReturn<
  ClassDraft,
  RulesContext,
  Checked
>

interface PictureOfClassProps<Checked extends CheckedDraft> {
  form: ClassFormState<Checked>
  /** The address of the picture that stays unless another one is chosen. */
  before?: string
  ref: Ref<HTMLInputElement>
}

/** The class's picture, as a field of its form. */
export function PictureOfClass<Checked extends CheckedDraft>({ form, before, ref }: PictureOfClassProps<Checked>) {
  const { errors, isSubmitted } = form.formState
  return (
    <PictureField
      label="Class Image"
      value={form.watch('picture')}
      onChange={(picture) => form.setValue('picture', picture, { shouldDirty: true, shouldValidate: isSubmitted })}
      before={before}
      error={errors.picture?.message}
      ref={ref}
    />
  )
}
