import { FollowedLink } from '#web/features/letters/followed-link.tsx'
import { verifyEmail } from '#web/session/account.ts'
import { ButtonLink } from '#web/ui/button.tsx'

const ANEW = 'You can have a new letter sent from your profile.'

/** Where the link that confirms an e-mail address leads. */
export default function VerifyEmail() {
  return (
    <FollowedLink
      title="Verify e-mail"
      button="Confirm my e-mail address"
      underWay="Your e-mail address is being confirmed …"
      done="Your e-mail address is confirmed. Thank you!"
      incomplete={`This link is not complete. Please open it from the letter again. ${ANEW}`}
      refused={`This link is not good any more. ${ANEW}`}
      follow={verifyEmail}
    >
      <ButtonLink look="outline" to="/dashboard/profile">
        To your profile
      </ButtonLink>
    </FollowedLink>
  )
}
