import { TextPage } from '#web/layout/text/text-page.tsx'
import { listNetworks } from '#web/school/networks.ts'
import { useSchool } from '#web/school/school.ts'
import { SchoolEmail } from '#web/school/text/school-email.tsx'
import { Section } from '#web/ui/text/prose.tsx'

/** The school's address, e-mail and networks, from the settings. */
export default function Contact() {
  const { name, address, phone, openingHours, social } = useSchool()
  const networks = listNetworks(social).filter(([, url]) => /^https?:/.test(url))
  return (
    <TextPage title="Contact" line="Write to us before you come: most of us are out photographing.">
      <Section name="Where we are">
        <address className="not-italic">
          {name}
          <br />
          {address}
        </address>
      </Section>
      {openingHours && (
        <Section name="Opening hours">
          <p className="whitespace-pre-line">{openingHours}</p>
        </Section>
      )}
      <Section name="E-mail">
        <p>
          <SchoolEmail />
        </p>
      </Section>
      {phone && (
        <Section name="Phone">
          <p>
            <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className="link">
              {phone}
            </a>
          </p>
        </Section>
      )}
      {networks.length > 0 && (
        <Section name="Elsewhere">
          <ul className="grid gap-1">
            {networks.map(([label, url]) => (
              <li key={label}>
                <a href={url} className="link">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </TextPage>
  )
}
