import type { ReactNode } from 'react'
import { Field } from '#web/ui/field.tsx'
import { FieldConflict } from '#web/ui/forms/field-conflict.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import type { TextName } from './school-draft.ts'
import type { PartProps } from './use-school-form.ts'

interface SchoolConflictProps extends PartProps {
  field: TextName
  label: string
}

/** The conflict of a field of the school's settings. */
export function SchoolConflict({ form, field, label, conflict }: SchoolConflictProps) {
  return (
    <FieldConflict
      field={field}
      label={label}
      conflict={conflict}
      value={form.watch(field)}
      onChoose={(value) => form.setValue(field, value, { shouldDirty: true })}
      format={(value) => value || 'empty'}
    />
  )
}

interface SchoolFieldProps extends SchoolConflictProps {
  hint?: ReactNode
  type?: 'text' | 'email' | 'tel' | 'url'
  placeholder?: string
  required?: boolean
}

/** A line of the school's settings, with its hint, error and conflict. */
export function SchoolField({ hint, type, placeholder, required, ...props }: SchoolFieldProps) {
  const { form, field, label } = props
  return (
    <div>
      <Field
        label={label}
        autoComplete="off"
        type={type}
        placeholder={placeholder}
        required={required}
        error={form.formState.errors[field]?.message}
        {...form.register(field)}
      />
      <Hint>{hint}</Hint>
      <SchoolConflict {...props} />
    </div>
  )
}

/** A text of several lines of the school's settings. */
export function SchoolText({ hint, rows, ...props }: SchoolConflictProps & { hint?: ReactNode; rows: number }) {
  const { form, field, label } = props
  return (
    <div>
      <TextArea label={label} rows={rows} error={form.formState.errors[field]?.message} {...form.register(field)} />
      <Hint>{hint}</Hint>
      <SchoolConflict {...props} />
    </div>
  )
}

/** Explains a field. */
export function Hint({ children }: { children: ReactNode }) {
  return children ? <p className="mt-1.5 text-sm text-soft">{children}</p> : null
}
