import { useLocation } from 'react-router'
import { EmailLinkPage } from '#web/features/email-links/email-link-page.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { rememberPath } from '#web/session/return-path.ts'
import { useSession } from '#web/session/use-session.ts'
import { ButtonLink } from '#web/ui/button.tsx'

export const handle = {
  screenshots: [{ name: 'seat', query: '?token=some' }],
} satisfies PageHandle

/** The page of the link of a seat that another person has paid for. */
export default function Seat() {
  const { user } = useSession()
  if (!user) return <SignInFirst />
  return (
    <EmailLinkPage
      title="Claim a seat"
      explanation="Another person has paid for this seat. Once you claim it, you are the student, and have nothing to pay."
      button="Claim the seat"
      pendingMessage="Claiming the seat …"
      doneMessage="The seat is yours. You find the class under My Enrolled Classes."
      invalidMessage="This link is incomplete, used or withdrawn. Ask the person who gave it to you for a new one."
      submitToken={async (token) => (await import('#web/features/enrolments/party/claim-seat.ts')).claimSeat(token)}
    >
      <ButtonLink to="/dashboard/enroll-class">My Enrolled Classes</ButtonLink>
    </EmailLinkPage>
  )
}

function SignInFirst() {
  const location = useLocation()
  return (
    <section className="auth-layout">
      <PageTitle page="Claim a seat" />
      <meta name="robots" content="noindex" />
      <h1 className="font-display text-4xl sm:text-5xl">Claim a seat</h1>
      <p className="mt-6 text-soft">
        Another person has paid for a seat for you. Log in to claim it. Without an account, register first, confirm your
        e-mail address, and open the link again.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/login" state={rememberPath(location)}>
          Login
        </ButtonLink>
        <ButtonLink look="outline" to="/signup" state={rememberPath(location)}>
          Register
        </ButtonLink>
      </div>
    </section>
  )
}
