import { Link } from 'react-router'
import { TextPage } from '#web/layout/text-page.tsx'
import { useSchool } from '#web/school/school.ts'
import { SchoolEmail } from '#web/school/school-email.tsx'
import { Matter } from '#web/ui/prose.tsx'

/** What the school and whoever registers with it may expect of each other. */
export default function Terms() {
  const { name, address } = useSchool()
  return (
    <TextPage title="Terms" line="What you and the school may expect of each other.">
      <Matter name="Who we are">
        <p>
          {name}, {address}. These terms hold between the school and everybody who registers here.
        </p>
      </Matter>
      <Matter name="Registering">
        <p>
          An account is for one person, free of charge, and yours as long as you like. Please give an e-mail address
          that reaches you: letters about your account, your payments and your classes go there. Keep your password to
          yourself; whatever is done with your account counts as done by you, until you tell us that somebody else has
          it. You may delete your account at any time in your{' '}
          <Link to="/dashboard/profile" className="link">
            Profile
          </Link>
          .
        </p>
      </Matter>
      <Matter name="Classes and seats">
        <p>
          Every class has a number of seats, which its page shows. Selecting a class keeps no seat for you. While you
          pay, a seat is held for you for a quarter of an hour, and it is yours once your payment has come through.
          Should the last seat be gone by then, your money goes back to your card by itself.
        </p>
        <p>
          Classes are taught by the instructors who are named with them. If a class cannot take place, or not nearly as
          it was described, we write to you, and you get back what you paid for it.
        </p>
      </Matter>
      <Matter name="Prices and paying">
        <p>
          A class costs what its page says at the moment at which you pay; there are no further fees of ours. You pay by
          card, through a card payment provider: your card number goes from your browser to the provider and never to
          us. You find all your payments, each with its receipt, in your Payment History. When and how money goes back
          is said under{' '}
          <Link to="/refunds" className="link">
            Refunds
          </Link>
          .
        </p>
      </Matter>
      <Matter name="How we treat each other">
        <p>
          Be fair to the people around you and in front of your lens: ask before you take a portrait, and take it away
          when you are asked to. What is taught and shown in a class, texts and pictures, is for those who are enrolled
          and stays its author’s. Do not try to get at what is not meant for you. Whoever harms others or the school may
          lose their account; classes that are paid for and can then not be attended are settled one by one.
        </p>
      </Matter>
      <Matter name="Changes and questions">
        <p>
          When these terms change in something that matters, everybody who has an account is told by e-mail before.
          Questions and complaints reach us at <SchoolEmail />.
        </p>
      </Matter>
    </TextPage>
  )
}
