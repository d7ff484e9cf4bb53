import { type ReactNode, useId } from 'react'
import { ClockField } from '#web/ui/clock-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { FieldConflict } from '#web/ui/forms/field-conflict.tsx'
import type { RunDraft } from './run-draft.ts'
import type { PartProps } from './run-form-state.ts'

interface RunConflictProps<Name extends keyof RunDraft> extends PartProps {
  field: Name
  label: string
  format?: (value: RunDraft[Name]) => ReactNode
}

/** The conflict of a field of a run. */
export function RunConflict<Name extends keyof RunDraft>({ form, field, ...props }: RunConflictProps<Name>) {
  // React Hook Form types the values by paths, which a generic field is not.
  const { watch, setValue } = form as unknown as {
    watch: (field: Name) => RunDraft[Name]
    setValue: (field: Name, value: RunDraft[Name], options: object) => void
  }
  const onChoose = (value: RunDraft[Name]) => setValue(field, value, { shouldDirty: true })
  return <FieldConflict {...props} field={field} value={watch(field)} onChoose={onChoose} />
}

export type TextName = 'placeName' | 'address' | 'latitude' | 'longitude' | 'link' | 'seats' | 'price' | 'minimum'

interface RunFieldProps extends PartProps {
  field: TextName
  label: string
  type?: 'text' | 'number' | 'url'
  inputMode?: 'numeric' | 'decimal' | 'url'
  placeholder?: string
  end?: ReactNode
  hintId?: string
}

/** A text field of a run, with its error and its conflict. */
export function RunField({ form, conflict, field, label, ...input }: RunFieldProps) {
  const error = form.formState.errors[field]?.message
  return (
    <div>
      <Field label={label} autoComplete="off" error={error} {...input} {...form.register(field)} />
      <RunConflict form={form} conflict={conflict} field={field} label={label} format={(value) => value || 'empty'} />
    </div>
  )
}

interface MomentFieldProps extends PartProps {
  field: 'lastMoment' | 'decideAt'
  label: string
  timeLabel: string
  hint: string
}

/** An optional date with a time, in the zone of the run. */
export function MomentField({ form, conflict, field, label, timeLabel, hint }: MomentFieldProps) {
  const hintId = useId()
  const [date = '', clock = ''] = form.watch(field).split('T')
  const { errors, isSubmitted } = form.formState
  const change = (nextDate: string, nextClock: string) => {
    const moment = nextDate || nextClock ? `${nextDate}T${nextClock}` : ''
    form.setValue(field, moment, { shouldDirty: true, shouldValidate: isSubmitted })
  }
  return (
    <div>
      <div className="field-halves">
        <Field
          label={label}
          type="date"
          hintId={hintId}
          error={errors[field]?.message}
          value={date}
          onChange={({ target }) => change(target.value, clock)}
        />
        <ClockField label={timeLabel} value={clock} onChange={(next) => change(date, next)} />
      </div>
      <p id={hintId} className="mt-1.5 text-sm text-soft">
        {hint}
      </p>
      <RunConflict
        form={form}
        conflict={conflict}
        field={field}
        label={label}
        format={(moment) => moment.replace('T', ' ').trim() || 'empty'}
      />
    </div>
  )
}
