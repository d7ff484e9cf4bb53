import { useSchool } from '#web/school/school.ts'
import { Titled } from '#web/school/titled.tsx'
import { Banner } from '#web/ui/banner.tsx'

/** Where the school is and how it is reached: what the settings say. */
export default function Contact() {
  const { name, address, email } = useSchool()
  return (
    <>
      <Titled page="Contact" />
      <Banner title="Contact" line="Write to us before you come: most of us are out photographing." />
      <address className="room grid gap-6 pt-0 not-italic sm:grid-cols-2">
        <p>
          <span className="field-label">Where we are</span>
          {name}
          <br />
          {address}
        </p>
        <p>
          <span className="field-label">E-mail</span>
          <a href={`mailto:${email}`} className="quiet-link">
            {email}
          </a>
        </p>
      </address>
    </>
  )
}
