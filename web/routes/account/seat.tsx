import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { LinkedSeat } from '#contract/seats.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { EmailLinkPage } from '#web/features/email-links/email-link-page.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { rememberPath } from '#web/session/return-path.ts'
import { useSession } from '#web/session/use-session.ts'
import { ButtonLink } from '#web/ui/button.tsx'

export const handle = {
  screenshots: [{ name: 'seat', query: '?token=some' }],
} satisfies PageHandle

const loadCalls = () => import('#web/features/enrolments/party/claim-seat.ts')

/** The page of the link of a seat that another person has paid for. */
export default function Seat() {
  const { user } = useSession()
  const offer = useOffer()
  if (!user) return <SignInFirst offer={offer} />
  return (
    <EmailLinkPage
      title="Claim a seat"
      explanation={`${offer} Once you claim it, you are the student, and have nothing to pay.`}
      button="Claim the seat"
      pendingMessage="Claiming the seat …"
      doneMessage="The seat is yours. You find the class under My Enrolled Classes."
      invalidMessage="This link is incomplete, used or withdrawn. Ask the person who gave it to you for a new one."
      submitToken={async (token) => (await loadCalls()).claimSeat(token)}
    >
      <ButtonLink to="/dashboard/enroll-class">My Enrolled Classes</ButtonLink>
    </EmailLinkPage>
  )
}

/** Returns a sentence on the seat: who has paid for it, of which class and when. A link that offers none says so when it is used. */
function useOffer(): string {
  const token = useSearchParams()[0].get('token') ?? ''
  const [data, setData] = useState<LinkedSeat | null>(null)
  useEffect(() => {
    const read = async () => setData(await (await loadCalls()).readSeatLink(token))
    if (token) void read().catch(() => undefined)
  }, [token])
  if (!data) return 'Another person has paid for this seat.'
  const { buyer, className, starts, time_zone } = data
  const when = starts === null ? '' : `, ${formatClockTime(starts, time_zone, { now: 'always' })}`
  return `${buyer} has paid for this seat: ${className}${when}.`
}

function SignInFirst({ offer }: { offer: string }) {
  const location = useLocation()
  return (
    <section className="auth-layout">
      <PageTitle page="Claim a seat" />
      <meta name="robots" content="noindex" />
      <h1 className="font-display text-4xl sm:text-5xl">Claim a seat</h1>
      <p className="mt-6 text-soft">
        {offer} Log in to claim it. Without an account, register first, confirm your e-mail address, and open the link
        again.
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
