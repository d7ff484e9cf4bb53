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
  return (
    <a href={toMailto(email)} className="link">
      <EmailAddress email={email} />
    </a>
  )
}

/** Returns the URL that starts a message to an e-mail address. */
export function toMailto(email: string): string {
  const at = email.lastIndexOf('@')
  return `mailto:${encodeURIComponent(email.slice(0, at))}${email.slice(at)}`
}
