/** The error of a field's value, below the field. */
export function FieldError({ id, error }: { id: string; error: string | null | undefined }) {
  if (!error) return null
  return (
    <p id={id} role="alert" className="mt-1.5 text-error-ink text-sm">
      {error}
    </p>
  )
}
