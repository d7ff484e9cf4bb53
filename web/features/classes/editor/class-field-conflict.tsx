import { FieldConflict } from '#web/ui/forms/field-conflict.tsx'
import { type ClassConflict, type TextField, toDrafts } from './class-conflict.ts'
import type { ClassFormState } from './class-image.tsx'

interface ClassFieldConflictProps {
  field: TextField
  label: string
  conflict: ClassConflict | null
  form: ClassFormState
}

/** The conflict of a field of a class. */
export function ClassFieldConflict({ field, label, conflict, form }: ClassFieldConflictProps) {
  return (
    <FieldConflict
      field={field}
      label={label}
      conflict={conflict && toDrafts(conflict)}
      value={form.watch(field)}
      onChoose={(value) => form.setValue(field, value, { shouldValidate: true })}
    />
  )
}
