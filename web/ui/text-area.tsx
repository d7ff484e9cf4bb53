import { type ComponentProps, useId } from 'react'

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string
  error?: string | undefined
}

/** A labelled field for a longer text, with its error; as `Field` is for a line. */
export function TextArea({ label, error, className = '', ...textarea }: TextAreaProps) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <textarea
        id={id}
        className={`text-area ${error ? 'border-error' : ''}`}
        aria-invalid={Boolean(error)}
        aria-describedby={error && `${id}-error`}
        {...textarea}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-error-ink text-sm">
          {error}
        </p>
      )}
    </div>
  )
}
