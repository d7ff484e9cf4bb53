import { EmailAddress } from '#web/ui/email-address.tsx'
import { useSchool } from './school.ts'

/** The school's address, to write to. */
export function SchoolEmail() {
  const { email } = useSchool()
  return (
    <a href={`mailto:${email}`} className="link">
      <EmailAddress email={email} />
    </a>
  )
}
