import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { FieldError } from './field-error.tsx'
import { EyeIcon, EyeOffIcon } from './icons.tsx'

interface FieldProps extends ComponentProps<'input'> {
  label: ReactNode
  error?: string | undefined
  /** A button over the end of the input. */
  end?: ReactNode
  /** The id of the hint beside the input, which screen readers read with it. */
  hintId?: string | undefined
}

/** An input with its label and error. Accepts the props of react-hook-form's `register`. `required` only marks the label. */
export function Field({ label, error, end, hintId, required, className = '', ...input }: FieldProps) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className={`field-label ${required ? 'field-required' : ''}`}>
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          className={`input w-full ${end ? 'pe-12' : ''} ${error ? 'input-error' : ''}`}
          aria-required={required}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-error ${hintId ?? ''}` : hintId}
          {...input}
        />
        {end}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

/** A password field with a button that shows the password. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'end'>) {
  const [isShown, setIsShown] = useState(false)
  const toggle = (
    <button
      type="button"
      className="btn btn-ghost btn-square btn-sm absolute end-1 top-1"
      aria-label={isShown ? 'Hide password' : 'Show password'}
      onClick={() => setIsShown(!isShown)}
    >
      {isShown ? <EyeOffIcon /> : <EyeIcon />}
    </button>
  )
  return <Field {...props} type={isShown ? 'text' : 'password'} end={toggle} />
}
