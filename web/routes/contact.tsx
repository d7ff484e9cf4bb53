import { TextPage } from '#web/layout/text-page.tsx'
import { useSchool } from '#web/school/school.ts'
import { SchoolEmail } from '#web/school/school-email.tsx'
import { Matter } from '#web/ui/prose.tsx'

/** Where the school is and how it is reached: what the settings say. */
export default function Contact() {
  const { name, address } = useSchool()
  return (
    <TextPage title="Contact" line="Write to us before you come: most of us are out photographing.">
      <Matter name="Where we are">
        <address className="not-italic">
          {name}
          <br />
          {address}
        </address>
      </Matter>
      <Matter name="E-mail">
        <p>
          <SchoolEmail />
        </p>
      </Matter>
    </TextPage>
  )
}
