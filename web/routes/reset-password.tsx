import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { AccountRoom } from '#web/features/account/account-room.tsx'
import { ResetForm } from '#web/features/account/reset-form.tsx'
import { Titled } from '#web/school/titled.tsx'
import { ButtonLink } from '#web/ui/button.tsx'

const REPLACES = 'It takes the place of your old one, and you are logged out on all devices.'

/** Where the link of a letter about a forgotten password leads. */
export default function ResetPassword() {
  const [query] = useSearchParams()
  const token = query.get('token')
  const [spent, setSpent] = useState(false)
  const open = token !== null && !spent
  return (
    <AccountRoom title="New password" line={open ? REPLACES : 'A link from a letter works once, and for an hour.'}>
      <Titled page="Reset password" />
      <meta name="robots" content="noindex" />
      {open ? <ResetForm token={token} onSpent={() => setSpent(true)} /> : <Spent />}
    </AccountRoom>
  )
}

function Spent() {
  return (
    <>
      <p role="alert" className="mb-8 text-error-ink">
        This link is not complete, was used already, or has run out.
      </p>
      <ButtonLink to="/forgot-password">Send a new link</ButtonLink>
    </>
  )
}
