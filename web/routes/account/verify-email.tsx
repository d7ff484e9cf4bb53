import { EmailLinkPage } from '#web/features/email-links/email-link-page.tsx'
import { verifyEmail } from '#web/session/account/account.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** The page of the link that confirms an e-mail address. */
export default function VerifyEmail() {
  return (
    <EmailLinkPage
      title="Verify e-mail"
      button="Confirm my e-mail address"
      pendingMessage="Confirming your e-mail address …"
      doneMessage="Your e-mail address is confirmed. Thank you!"
      invalidMessage="This link is incomplete, used or expired. Get a new one from your profile."
      submitToken={verifyEmail}
    >
      <ButtonLink look="outline" to="/dashboard/profile">
        To your profile
      </ButtonLink>
    </EmailLinkPage>
  )
}
