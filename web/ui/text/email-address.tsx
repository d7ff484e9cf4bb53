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

/** An e-mail address as a link that starts a message to it. */
export function EmailLink({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <a href={`mailto:${encodeURIComponent(email.slice(0, at))}${email.slice(at)}`} className="link">
      <EmailAddress email={email} />
    </a>
  )
}
