import type { Control } from 'react-hook-form'
import { useController } from 'react-hook-form/parts'
import { PictureField } from '#web/features/pictures/picture-field.tsx'
import type { ClassDraft, RulesContext } from './class-draft.ts'

interface PictureOfClassProps<Checked> {
  control: Control<ClassDraft, RulesContext, Checked>
  /** The address of the picture that stays unless another one is chosen. */
  before?: string
}

/** The class's picture, as a field of its form. */
export function PictureOfClass<Checked>({ control, before }: PictureOfClassProps<Checked>) {
  const { field, fieldState } = useController({ name: 'picture', control })
  return (
    <PictureField
      label="Class Image"
      value={field.value}
      onChange={field.onChange}
      before={before}
      error={fieldState.error?.message}
      ref={field.ref}
    />
  )
}
