/** An error of the whole form, above its fields. */
export function FormError({ message }: { message: string | undefined }) {
  if (!message) return null
  return (
    <p role="alert" className="border-error border-s-2 ps-3 text-error-ink">
      {message}
    </p>
  )
}
