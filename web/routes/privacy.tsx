import { Link } from 'react-router'
import { TextPage } from '#web/layout/text-page.tsx'
import { useSchool } from '#web/school/school.ts'
import { SchoolEmail } from '#web/school/school-email.tsx'
import { Matter } from '#web/ui/prose.tsx'

/** What the school keeps of whom, why and how long. */
export default function Privacy() {
  const { name, address } = useSchool()
  return (
    <TextPage title="Privacy" line="What we keep of you, why, and how you take it back.">
      <Matter name="Who answers for it">
        <p>
          {name}, {address}. Write to <SchoolEmail /> about anything on this page.
        </p>
      </Matter>
      <Matter name="If you only look around">
        <p>
          We do not know who you are. There are no trackers here, no advertising, no statistics by others, and nothing
          on our pages is loaded from elsewhere, except pictures that people link to as their photo, and the card
          provider’s form where you pay.
        </p>
      </Matter>
      <Matter name="What we keep">
        <ul className="grid list-disc gap-2 ps-5">
          <li>
            <strong className="font-medium">Your account:</strong> your name, e-mail address and the address of your
            photo, since when you have been here and in which role; of your password, only what it takes to check it.
          </li>
          <li>
            <strong className="font-medium">Your classes:</strong> which ones you selected, are enrolled in, or teach.
          </li>
          <li>
            <strong className="font-medium">Your payments:</strong> what you paid, when, for which class, and the
            provider’s number of the payment. Card numbers never reach us: they go from your browser to the card
            provider.
          </li>
          <li>
            <strong className="font-medium">The newsletter:</strong> your address, if you asked for it and confirmed it.
            Each letter has a link that ends it, and then the address is deleted.
          </li>
          <li>
            <strong className="font-medium">Your sign-ins:</strong> for each, when it began and ends, the network
            address it came from and the name of the browser, so that you and we can tell a stranger’s from yours.
          </li>
        </ul>
      </Matter>
      <Matter name="In your browser">
        <p>
          One cookie keeps you signed in, for 30 days after you were last here; logging out ends it. Beside it, your
          browser’s local storage has a token that proves to our own server who you are, for half an hour at a time, and
          whether you chose the light or the dark theme. That is all.
        </p>
      </Matter>
      <Matter name="Signing in with somebody else’s account">
        <p>
          Where you may continue with another provider and do so, it tells us your e-mail address, your name and your
          photo, and it learns that you signed in here. It gets nothing else from us. You can disconnect it in your
          Profile.
        </p>
      </Matter>
      <Matter name="Letters">
        <p>
          We write to you about your account, your payments and your classes, and the newsletter only if you subscribed.
          Our letters have no hidden pictures that report whether you read them.
        </p>
      </Matter>
      <Matter name="Taking it out, and deleting it">
        <p>
          In your{' '}
          <Link to="/dashboard/profile" className="link">
            Profile
          </Link>{' '}
          you can download all that we keep of you as a file, change it, and delete your account. Deleting takes away
          your sign-in, your name from our lists and your selected classes, at once. Payments and what they were for
          stay on record, because the law asks us to keep our books.
        </p>
      </Matter>
    </TextPage>
  )
}
