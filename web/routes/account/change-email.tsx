import { useLocation } from 'react-router'
import { EmailLinkPage } from '#web/features/email-links/email-link-page.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { confirmEmailChange } from '#web/session/account/account.ts'
import { rememberPath } from '#web/session/return-path.ts'
import { useSession } from '#web/session/use-session.ts'
import { ButtonLink } from '#web/ui/button.tsx'

export const handle = {
  screenshots: [{ name: 'change-email', query: '?token=some' }],
} satisfies PageHandle

/** The page of the link that gives an account its new address. The link works while its user is logged in. */
export default function ChangeEmail() {
  const location = useLocation()
  const { user } = useSession()
  return (
    <EmailLinkPage
      title="Change e-mail address"
      explanation="You log in with this address from then on. You are logged out everywhere."
      button="Use this e-mail address"
      pendingMessage="Changing your e-mail address …"
      doneMessage="Your e-mail address is changed. Log in with it."
      invalidMessage="This link is incomplete, used or expired. Get a new one from your profile."
      submitToken={confirmEmailChange}
    >
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
