import type { PlayedClass as Played } from '#contract/payments.ts'
import { EmailAddress } from '#web/ui/email-address.tsx'
import { Avatar, Picture } from '#web/ui/picture.tsx'
import { ClassMaterial } from './class-material.tsx'

/** A class from the inside: what it is, who teaches it, who else learns, and what there is to learn from. */
export function PlayedClass({ played }: { played: Played }) {
  const { className, classImage, instructorName, instructorEmail, instructorImage, enroll, material } = played
  return (
    <article className="played">
      <h1 className="break-words font-display text-4xl text-balance sm:text-5xl">{className}</h1>
      <Picture
        src={classImage}
        alt={`From the class ${className}`}
        sizes="(min-width: 80rem) 58rem, 100vw"
        priority
        className="aspect-[3/2] w-full"
      />
      <div className="played-columns">
        <aside className="grid content-start gap-6">
          <div className="flex min-w-0 items-center gap-4">
            <Avatar src={instructorImage} className="size-14" />
            <p className="min-w-0">
              {instructorName}
              <a href={`mailto:${instructorEmail}`} className="link block text-sm">
                <EmailAddress email={instructorEmail} />
              </a>
            </p>
          </div>
          <p className="text-soft">{companyOf(enroll - 1)}</p>
        </aside>
        <ClassMaterial material={material} instructorName={instructorName} />
      </div>
    </article>
  )
}

function companyOf(others: number): string {
  if (others <= 0) return 'You are the first who learns here.'
  return `You learn here with ${others} ${others === 1 ? 'other' : 'others'}.`
}
