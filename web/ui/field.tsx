import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { EyeIcon, EyeOffIcon } from './icons.tsx'

interface FieldProps extends ComponentProps<'input'> {
  label: string
  error?: string | undefined
  /** Stands over the input's end: a button that belongs to it. */
  end?: ReactNode
}

/** A labelled input with its error. Takes what react-hook-form's `register` hands over. `required` only marks it. */
export function Field({ label, error, end, required, className = '', ...input }: FieldProps) {
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
          aria-describedby={error && `${id}-error`}
          {...input}
        />
        {end}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-error-ink text-sm">
          {error}
        </p>
      )}
    </div>
  )
}

/** A field for a password, with a button that shows what was typed. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'end'>) {
  const [shown, setShown] = useState(false)
  const toggle = (
    <button
      type="button"
      className="btn btn-ghost btn-square btn-sm absolute end-1 top-1"
      aria-label={shown ? 'Hide password' : 'Show password'}
      onClick={() => setShown(!shown)}
    >
      {shown ? <EyeOffIcon /> : <EyeIcon />}
    </button>
  )
  return <Field {...props} type={shown ? 'text' : 'password'} end={toggle} />
}
