import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { EmailLinkPage } from '#web/features/email-links/email-link-page.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { verifyEmail } from '#web/session/account/account.ts'
import { loadWayBack, rememberPath } from '#web/session/return-path.ts'
import { useSession } from '#web/session/use-session.ts'
import { ButtonLink } from '#web/ui/button.tsx'

export const handle = {
  screenshots: [{ name: 'verify-email' }],
} satisfies PageHandle

/** The page of the link that confirms an e-mail address. The link works while its owner is logged in. */
export default function VerifyEmail() {
  const location = useLocation()
  const { user } = useSession()
  const [wayBack, setWayBack] = useState<ReturnType<typeof loadWayBack>>(null)
  useEffect(() => setWayBack(loadWayBack()), [])
  return (
    <EmailLinkPage
      title="Verify e-mail"
      button="Confirm my e-mail address"
      pendingMessage="Confirming your e-mail address …"
      doneMessage="Your e-mail address is confirmed. Thank you!"
      invalidMessage="This link is incomplete, used or expired. Get a new one from your profile."
      submitToken={verifyEmail}
    >
      {user && wayBack && (
        <ButtonLink to={wayBack.from} state={wayBack}>
          {wayBack.choiceId ? 'Back to your class' : 'Continue where you were'}
        </ButtonLink>
      )}
      {user ? (
        <ButtonLink look="outline" to="/dashboard/profile">
          To your profile
        </ButtonLink>
      ) : (
        <ButtonLink look="outline" to="/login" state={rememberPath(location)}>
          Login
        </ButtonLink>
      )}
    </EmailLinkPage>
  )
}
