import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { FieldError } from '#web/ui/field-error.tsx'

interface CheckBoxProps extends Omit<ComponentProps<'input'>, 'type'> {
  children: ReactNode
}

/** A checkbox with its label. Accepts the props of react-hook-form's `register`. */
export function CheckBox({ children, ...input }: CheckBoxProps) {
  return (
    <label className="flex cursor-pointer items-center gap-2.5 py-1">
      <input type="checkbox" className="size-4 shrink-0 accent-primary" {...input} />
      <span>{children}</span>
    </label>
  )
}

interface CheckBoxGroupProps {
  label: string
  error: string | undefined
  children: ReactNode
}

/** Checkboxes with a common label and error. */
export function CheckBoxGroup({ label, error, children }: CheckBoxGroupProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error && id}>
      <legend className="field-label">{label}</legend>
      {children}
      <FieldError id={id} error={error} />
    </fieldset>
  )
}
