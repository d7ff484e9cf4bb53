import { EmailLinkPage } from '#web/features/email-links/email-link-page.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { restoreEmail } from '#web/session/account/account.ts'
import { ButtonLink } from '#web/ui/button.tsx'

export const handle = {
  screenshots: [{ name: 'restore-email', query: '?token=some' }],
} satisfies PageHandle

/** The page of the link by which the owner of the old address stops its change. */
export default function RestoreEmail() {
  return (
    <EmailLinkPage
      title="Restore e-mail address"
      explanation="The change of your e-mail address ends, and so do all logins and the password of the account."
      button="Restore this e-mail address"
      pendingMessage="Restoring your e-mail address …"
      doneMessage="Your account has this e-mail address again, and is logged out everywhere. Set a new password now."
      invalidMessage="This link is incomplete, used or expired. Contact us for help."
      submitToken={restoreEmail}
    >
      <ButtonLink look="outline" to="/forgot-password">
        Set a new password
      </ButtonLink>
    </EmailLinkPage>
  )
}
