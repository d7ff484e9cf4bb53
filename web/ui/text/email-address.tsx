/** An e-mail address that wraps after its @, and elsewhere only if that is not enough. */
export function EmailAddress({ email }: { email: string }) {
  const domain = email.lastIndexOf('@') + 1
  return (
    <span className="wrap-anywhere">
      {email.slice(0, domain)}
      <wbr />
      {email.slice(domain)}
    </span>
  )
}
