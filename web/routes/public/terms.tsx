import { Link } from 'react-router'
import { TextPage } from '#web/layout/text/text-page.tsx'
import { useSchool } from '#web/school/school.ts'
import { SchoolEmail } from '#web/school/text/school-email.tsx'
import { Section } from '#web/ui/text/prose.tsx'

/** The terms between the school and its users. */
export default function Terms() {
  const { name, address } = useSchool()
  return (
    <TextPage title="Terms" line="What you and the school agree on.">
      <Section name="Who we are">
        <p>
          {[name, address].filter(Boolean).join(', ')}. These terms apply between the school and everyone who registers
          here.
        </p>
      </Section>
      <Section name="Registering">
        <p>
          An account is free of charge, and for one person. Give an e-mail address that reaches you: we e-mail you about
          your account, your payments and your classes. Keep your password to yourself. You are responsible for what
          happens in your account, until you tell us that another person has access. You can delete your account at any
          time in your{' '}
          <Link to="/dashboard/profile" className="link">
            Profile
          </Link>
          .
        </p>
      </Section>
      <Section name="Classes and seats">
        <p>
          Every class has a number of seats, which its page shows. Selecting a class does not reserve a seat. When you
          start to pay, we hold a seat for you for 15 minutes. It is yours once your payment is confirmed. If the last
          seat is gone by then, we refund the full amount.
        </p>
        <p>
          The instructor named with a class teaches it. If we cancel a class or change it substantially, we e-mail you
          and refund the full amount.
        </p>
      </Section>
      <Section name="Prices and payment">
        <p>
          A class costs the price on its page when you pay; we charge no further fees. You pay by card, through a card
          provider: your card number goes from your browser to the provider and never to us. Your Payment History lists
          all your payments with their receipts. See{' '}
          <Link to="/refunds" className="link">
            Refunds
          </Link>{' '}
          for when and how we refund.
        </p>
      </Section>
      <Liability />
    </TextPage>
  )
}

/** The last sections of the terms. */
function Liability() {
  return (
    <>
      <Section name="How we treat each other">
        <p>
          Be fair to the people around you and in front of your lens. Ask before you take a portrait, and delete it when
          the person asks. Class content, texts and pictures, is for enrolled students, and its author keeps the rights.
          Do not try to access data that is not meant for you. If you harm others or the school, we may close your
          account. We then settle each class that you have paid for and can no longer attend.
        </p>
      </Section>
      <Section name="Changes and questions">
        <p>
          We e-mail all users before an important change of these terms. Send questions and complaints to{' '}
          <SchoolEmail />.
        </p>
      </Section>
    </>
  )
}
