import { Link } from 'react-router'
import { TextPage } from '#web/layout/text/text-page.tsx'
import { useSchool } from '#web/school/school.ts'
import { SchoolEmail } from '#web/school/text/school-email.tsx'
import { Section } from '#web/ui/text/prose.tsx'

/** When the school refunds a payment, and how long it takes. */
export default function Refunds() {
  const { cancelDays, cancellationTerms } = useSchool()
  return (
    <TextPage title="Refunds" line="When we refund you, and how long it takes.">
      <Section name="If you change your mind">
        <p>
          You can cancel a class within {cancelDays} {cancelDays === 1 ? 'day' : 'days'} of paying, for any reason.
          Press Cancel beside it in your{' '}
          <Link to="/dashboard/payment-history" className="link">
            Payment History
          </Link>
          . Your enrolment ends immediately, your seat is free again, and we refund the full amount.
        </p>
        {cancellationTerms && <p className="whitespace-pre-line">{cancellationTerms}</p>}
        <p>
          After that, e-mail <SchoolEmail />. We read every message, and refund a class where it is fair.
        </p>
      </Section>
      <Section name="If a class does not take place">
        <p>
          When a class is withdrawn, or your date is canceled, we refund the full amount and e-mail you. You don't need
          to do anything. Dates that are over are not refunded.
        </p>
      </Section>
      <Section name="If your payment arrives too late">
        <p>
          In rare cases a payment arrives when the last seat is gone, the class is withdrawn, or you are already
          enrolled. Then we tell you on the screen and by e-mail, and refund the full amount.
        </p>
      </Section>
      <Section name="How long it takes">
        <p>
          We send a refund to the card provider within minutes. It goes to the card that you paid with. Most banks take
          5 to 10 days to show it on your statement. Your Payment History and the receipt show its progress.
        </p>
        <p>
          If your bank rejects it, for example because the card is closed, we contact you and find another way. Send
          questions to <SchoolEmail />.
        </p>
      </Section>
    </TextPage>
  )
}
