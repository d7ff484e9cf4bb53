import type { ReactNode } from 'react'
import { EmailAddress } from '#web/ui/text/email-address.tsx'

interface PersonProps {
  name: string
  email: string
  /** Below the address. */
  children?: ReactNode
}

/** A cell of a list with a person's name and e-mail address. */
export function Person({ name, email, children }: PersonProps) {
  return (
    <div className="min-w-32 max-w-72">
      <p className="wrap-anywhere">{name}</p>
      <p className="text-sm text-soft">
        <EmailAddress email={email} />
      </p>
      {children}
    </div>
  )
}
