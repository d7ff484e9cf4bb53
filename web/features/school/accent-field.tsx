import { isAccent } from '#contract/accent.ts'
import { Field } from '#web/ui/field.tsx'
import { Hint, SchoolConflict } from './school-field.tsx'
import type { PartProps } from './use-school-form.ts'

const LABEL = 'Accent color'

/** The accent color, typed or chosen from the browser's palette. */
export function AccentField(part: PartProps) {
  const { form } = part
  const value = form.watch('accent')
  const { errors, isSubmitted } = form.formState
  const choose = (accent: string) => form.setValue('accent', accent, { shouldDirty: true, shouldValidate: isSubmitted })
  return (
    <div>
      <Field
        label={LABEL}
        autoComplete="off"
        placeholder="#2f6f9f"
        error={errors.accent?.message}
        end={
          <input
            type="color"
            className="absolute end-1.5 top-1.5 size-8 cursor-pointer"
            aria-label="Choose the accent color"
            value={isAccent(value) ? value : '#2f6f9f'}
            onChange={({ target }) => choose(target.value)}
          />
        }
        {...form.register('accent')}
      />
      <Hint>For buttons and marks. The dark theme has a lighter tone of a dark color. Blank for our own colors.</Hint>
      <SchoolConflict {...part} field="accent" label={LABEL} />
    </div>
  )
}
