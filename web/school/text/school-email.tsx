import { useSchool } from '#web/school/school.ts'
import { EmailAddress } from '#web/ui/text/email-address.tsx'

/** The school's address, to write to. */
export function SchoolEmail() {
  const { email } = useSchool()
  return (
    <a href={`mailto:${email}`} className="link">
      <EmailAddress email={email} />
    </a>
  )
}
