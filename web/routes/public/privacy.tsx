import { Link } from 'react-router'
import { TextPage } from '#web/layout/text/text-page.tsx'
import { useSchool } from '#web/school/school.ts'
import { SchoolEmail } from '#web/school/text/school-email.tsx'
import { Section } from '#web/ui/text/prose.tsx'

/** Which personal data the school stores, why and for how long. */
export default function Privacy() {
  const { name, address } = useSchool()
  return (
    <TextPage title="Privacy" line="What we store about you, why, and how to delete it.">
      <Section name="Who is responsible">
        <p>
          {[name, address].filter(Boolean).join(', ')}. E-mail <SchoolEmail /> about anything on this page.
        </p>
      </Section>
      <Section name="If you only browse">
        <p>
          We don't know who you are. We use no trackers, no advertising and no external statistics. Our pages load
          nothing from other sites, except photos that users link to, and the card provider's form where you pay.
        </p>
      </Section>
      <StoredData />
      <BrowserData />
      <DataRights />
    </TextPage>
  )
}

/** The data that the school stores about a person. */
function StoredData() {
  return (
    <Section name="What we store">
      <ul className="grid list-disc gap-2 ps-5">
        <li>
          <strong className="font-medium">Your account:</strong> your name, e-mail address, the link to your photo, your
          registration date and your role. Of your password, only what is needed to check it. If you turn on the second
          factor, also its encrypted key and recovery codes.
        </li>
        <li>
          <strong className="font-medium">Your classes:</strong> the ones you select, are enrolled in, or teach, the
          sessions you attended, and which sessions we have reminded you of.
        </li>
        <li>
          <strong className="font-medium">Your payments:</strong> the amount, the date, the class, and the provider's
          number of the payment. Card numbers never reach us: they go from your browser to the card provider.
        </li>
        <li>
          <strong className="font-medium">The newsletter:</strong> your e-mail address, if you have subscribed and
          confirmed it. Each newsletter has a link that unsubscribes you, which deletes the address.
        </li>
        <li>
          <strong className="font-medium">Your sign-ins:</strong> the start and end of each, its network address and the
          name of the browser, so that you and we can recognize a sign-in that isn't yours.
        </li>
        <li>
          <strong className="font-medium">Your access tokens:</strong> the name, the permissions and the day of the last
          use of each, until you revoke it.
        </li>
      </ul>
    </Section>
  )
}

/** The data in the browser and at a sign-in provider. */
function BrowserData() {
  return (
    <>
      <Section name="In your browser">
        <p>
          One cookie keeps you signed in for 30 days after your last visit; logging out deletes it. Another one has a
          random number, so that we e-mail you only about sign-ins on new devices; it stays for 400 days. Your browser's
          local storage holds a token that identifies you to our server for half an hour at a time, and your choice of
          the light or dark theme. That is all.
        </p>
      </Section>
      <Section name="Signing in with another provider">
        <p>
          If you continue with another provider, it sends us your e-mail address, your name and your photo, and learns
          that you signed in here. It gets nothing else from us. You can disconnect it in your Profile.
        </p>
      </Section>
    </>
  )
}

/** The e-mails of the school, and how to export and delete data. */
function DataRights() {
  return (
    <>
      <Section name="E-mails">
        <p>
          We e-mail you about your account, your payments and your classes, and send the newsletter only if you have
          subscribed. Our e-mails contain no hidden images that report whether you read them.
        </p>
      </Section>
      <Section name="Downloading and deleting your data">
        <p>
          In your{' '}
          <Link to="/dashboard/profile" className="link">
            Profile
          </Link>{' '}
          you can download all your data as a file, change it, and delete your account. Deletion immediately removes
          your sign-in, your name from our lists and your selected classes. Records of payments stay, because the law
          requires us to keep them.
        </p>
      </Section>
    </>
  )
}
