import { Link } from 'react-router'
import { TextPage } from '#web/layout/text-page.tsx'
import { useSchool } from '#web/school/school.ts'
import { SchoolEmail } from '#web/school/school-email.tsx'
import { Matter } from '#web/ui/prose.tsx'

/** When money goes back, by itself or on request, and how long that takes. */
export default function Refunds() {
  const { cancelDays } = useSchool()
  return (
    <TextPage title="Refunds" line="When your money goes back, and how long it is on its way.">
      <Matter name="If you change your mind">
        <p>
          Within {cancelDays} {cancelDays === 1 ? 'day' : 'days'} of paying you may cancel a class by yourself, for
          whatever reason and without writing to anybody: press Cancel beside it in your{' '}
          <Link to="/dashboard/payment-history" className="link">
            Payment History
          </Link>
          . Your enrolment ends at that moment, your seat is free for somebody else, and the whole amount goes back.
        </p>
        <p>
          Later than that, please write to <SchoolEmail />. We read every letter, and where it is fair we refund a class
          all the same.
        </p>
      </Matter>
      <Matter name="If a class does not take place">
        <p>
          When a class is withdrawn, everybody who has paid for it gets the whole amount back, and a letter about it.
          You need not do anything.
        </p>
      </Matter>
      <Matter name="If your payment comes too late">
        <p>
          Very rarely a payment arrives when there is nothing left to buy: the last seat has gone, the class was taken
          off, or you are enrolled already. Then you are told so on the screen and by letter, and the whole amount goes
          back by itself.
        </p>
      </Matter>
      <Matter name="How long it takes">
        <p>
          We hand a refund to the card provider within minutes. It goes to the card that you paid with, and to no other;
          until it shows on your statement, most banks take 5 to 10 days. Your Payment History says how far it is, and
          so does the receipt of the payment.
        </p>
        <p>
          Should your bank refuse it, because the card was closed for example, we are told and settle it with you.
          Questions reach us at <SchoolEmail />.
        </p>
      </Matter>
    </TextPage>
  )
}
