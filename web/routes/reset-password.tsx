import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { AccountRoom } from '#web/features/account/account-room.tsx'
import { ResetForm } from '#web/features/account/reset-form.tsx'
import { Titled } from '#web/school/titled.tsx'
import { ButtonLink } from '#web/ui/button.tsx'

/** Where the link of a letter about a forgotten password leads. */
export default function ResetPassword() {
  const [query] = useSearchParams()
  const token = query.get('token')
  const [spent, setSpent] = useState(false)
  return (
    <AccountRoom title="New password" line="It takes the place of your old one, and ends the sessions of all devices.">
      <Titled page="Reset password" />
      <meta name="robots" content="noindex" />
      {token && !spent ? <ResetForm token={token} onSpent={() => setSpent(true)} /> : <Spent />}
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
