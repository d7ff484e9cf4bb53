import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from '#web/ui/field-error.tsx'

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: ReactNode
  error?: string | undefined
  /** Buttons that change the text, above it. */
  tools?: ReactNode
}

/** A field for longer text with its label and error; `Field` is for one line. */
export function TextArea({ label, error, tools, className = '', ...textarea }: TextAreaProps) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      {tools}
      <textarea
        id={id}
        className={`text-area ${error ? 'border-error' : ''}`}
        aria-invalid={Boolean(error)}
        aria-describedby={error && `${id}-error`}
        {...textarea}
      />
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
