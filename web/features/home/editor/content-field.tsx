import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Field } from '#web/ui/field.tsx'
import { FieldConflict } from '#web/ui/forms/field-conflict.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import type { PartProps } from './use-content-form.ts'

interface ContentFieldProps<Draft extends FieldValues> extends PartProps<Draft> {
  field: keyof Draft & string
  label: string
  hint?: ReactNode
  /** A text of several lines. */
  rows?: number
}

/** A text of a slide or a review, with its hint, error and conflict. */
export function ContentField<Draft extends FieldValues>(props: ContentFieldProps<Draft>) {
  const { field, label, hint, rows, conflict } = props
  // React Hook Form types the values by paths, which a generic field is not.
  const form = props.form as unknown as UseFormReturn<Record<string, string>>
  const input = { label, error: form.formState.errors[field]?.message, ...form.register(field) }
  return (
    <div>
      {rows ? <TextArea rows={rows} {...input} /> : <Field autoComplete="off" {...input} />}
      {hint && <p className="mt-1.5 text-sm text-soft">{hint}</p>}
      <FieldConflict
        field={field}
        label={label}
        conflict={conflict}
        value={form.watch(field) as Draft[string]}
        onChoose={(value) => form.setValue(field, value, { shouldDirty: true })}
      />
    </div>
  )
}
