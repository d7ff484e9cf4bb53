import { TextPage } from '#web/layout/text/text-page.tsx'
import { useSchool } from '#web/school/school.ts'
import { SchoolEmail } from '#web/school/text/school-email.tsx'
import { Section } from '#web/ui/text/prose.tsx'

/** The school's address and e-mail, from the settings. */
export default function Contact() {
  const { name, address } = useSchool()
  return (
    <TextPage title="Contact" line="Write to us before you come: most of us are out photographing.">
      <Section name="Where we are">
        <address className="not-italic">
          {name}
          <br />
          {address}
        </address>
      </Section>
      <Section name="E-mail">
        <p>
          <SchoolEmail />
        </p>
      </Section>
    </TextPage>
  )
}
