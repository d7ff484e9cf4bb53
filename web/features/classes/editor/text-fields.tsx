import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { LEVEL_LABELS, LEVELS } from '#contract/levels.ts'
import { termsQuery } from '#web/features/terms/terms.query.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import type { TextField } from './class-conflict.ts'
import type { ClassFormState } from './class-image.tsx'

interface ClassTextFieldsProps {
  form: ClassFormState
  /** Shows below a field its conflict with another user's change. */
  renderBelow?: (field: TextField, label: string) => ReactNode
}

const TEXTS = [
  { field: 'description', label: 'Description', rows: 8 },
  { field: 'outcome', label: 'What students make', rows: 4 },
  { field: 'bring', label: 'What to bring', rows: 4 },
] as const

/** The optional fields of a class, which its page shows. */
export function ClassTextFields({ form, renderBelow }: ClassTextFieldsProps) {
  const { register, formState } = form
  return (
    <div className="grid gap-5">
      <p className="max-w-prose text-sm text-soft">
        The fields below are optional. They appear on the class’s own page. Texts may use Markdown: **bold**, - lists
        and [links](https://…).
      </p>
      <div className="max-w-80">
        <LevelField form={form} />
        {renderBelow?.('level', 'Level')}
      </div>
      <div className="max-w-80">
        <TermsField form={form} />
        {renderBelow?.('terms_id', 'Cancellation terms')}
      </div>
      <div>
        <Field
          label="Exposure"
          autoComplete="off"
          placeholder="ISO 100 · f/8 · 1/125 s · 06:40"
          error={formState.errors.exposure?.message}
          {...register('exposure')}
        />
        <p className="mt-1.5 text-sm text-soft">
          Stands below the picture. We fill it in where the picture’s file says how it was made.
        </p>
        {renderBelow?.('exposure', 'Exposure')}
      </div>
      {TEXTS.map(({ field, label, rows }) => (
        <div key={field}>
          <TextArea label={label} rows={rows} error={formState.errors[field]?.message} {...register(field)} />
          {renderBelow?.(field, label)}
        </div>
      ))}
    </div>
  )
}

/** The terms of the class. Nothing is chosen while the list loads. */
function TermsField({ form }: { form: ClassFormState }) {
  const { data = [] } = useQuery(termsQuery)
  const chosen = form.watch('terms_id')
  const options = data.filter(({ is_default, _id }) => !is_default || _id === chosen)
  return (
    <Select
      label="Cancellation terms"
      options={[
        { value: '', label: 'The default of the school' },
        ...options.map(({ _id, name }) => ({ value: _id, label: name })),
        ...(chosen && !data.some(({ _id }) => _id === chosen) ? [{ value: chosen, label: 'As they are' }] : []),
      ]}
      {...form.register('terms_id')}
      value={chosen}
    />
  )
}

function LevelField({ form }: { form: ClassFormState }) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="field-label">
        Level
      </label>
      <select id={id} className="select w-full" {...form.register('level')}>
        {LEVELS.map((level) => (
          <option key={level} value={level}>
            {LEVEL_LABELS[level]}
          </option>
        ))}
      </select>
    </>
  )
}
