import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { AuthLayout } from '#web/features/sign-in/auth-layout.tsx'
import { NeedsPasswords } from '#web/features/sign-in/needs-passwords.tsx'
import { ResetForm } from '#web/features/sign-in/reset-form.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { ButtonLink } from '#web/ui/button.tsx'

export const handle = {
  screenshots: [{ name: 'reset-password', query: '?token=some' }, { name: 'reset-password-spent' }],
} satisfies PageHandle

const EXPLANATION = 'It replaces your old one and logs you out on all devices.'

/** The page of the link that resets a password. */
export default function ResetPassword() {
  const [query] = useSearchParams()
  const token = query.get('token')
  const [isExpired, setExpired] = useState(false)
  const isOpen = token !== null && !isExpired
  return (
    <AuthLayout title="New password" line={isOpen ? EXPLANATION : 'A link from an e-mail works once, within an hour.'}>
      <PageTitle page="Reset password" />
      <meta name="robots" content="noindex" />
      <NeedsPasswords>
        {isOpen ? <ResetForm token={token} onExpired={() => setExpired(true)} /> : <InvalidLink />}
      </NeedsPasswords>
    </AuthLayout>
  )
}

function InvalidLink() {
  return (
    <>
      <p role="alert" className="mb-8 text-error-ink">
        This link is incomplete, used or expired. Get a new one.
      </p>
      <ButtonLink to="/forgot-password">Send a new link</ButtonLink>
    </>
  )
}
