import type { ReactNode } from 'react'
import { EmailAddress } from '#web/ui/text/email-address.tsx'

interface PersonProps {
  name: string
  email: string
  /** Without the address in a short row. */
  isBrief?: boolean
  /** Below the address. */
  children?: ReactNode
}

/** A cell of a list with a person's name and e-mail address. */
export function Person({ name, email, isBrief = false, children }: PersonProps) {
  return (
    <div className="min-w-32 max-w-72">
      <p className="wrap-anywhere">{name}</p>
      <p className={`font-normal text-sm text-soft ${isBrief ? '@max-[58rem]:hidden' : ''}`}>
        <EmailAddress email={email} />
      </p>
      {children}
    </div>
  )
}
