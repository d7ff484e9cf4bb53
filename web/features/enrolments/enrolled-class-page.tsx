import type { EnrolledClassPage as EnrolledClass } from '#contract/enrolments.ts'
import { formatCount } from '#contract/values/count.ts'
import { RunDates } from '#web/features/calendar/run-dates.tsx'
import { Avatar, Picture } from '#web/ui/picture.tsx'
import { EmailAddress } from '#web/ui/text/email-address.tsx'
import { CancellationNote } from './cancellation-note.tsx'
import { ChangeDate } from './change-date.view.tsx'
import { ClassMaterial } from './class-material.tsx'

/** A class as its enrolled students see it: image, instructor, number of students, material. */
export function EnrolledClassPage({ enrolledClass }: { enrolledClass: EnrolledClass }) {
  const { className, classImage, instructorName, enroll, material, run, cancellations_left: left } = enrolledClass
  return (
    <article className="enrolled-class">
      <h1 className="break-words font-display text-4xl text-balance sm:text-5xl">{className}</h1>
      <Picture
        src={classImage}
        alt={`Photo: ${className}`}
        sizes="(min-width: 80rem) 58rem, 100vw"
        priority
        className="aspect-[3/2] w-full"
      />
      <div className="enrolled-class-columns">
        <aside className="grid content-start gap-6">
          <Instructor enrolledClass={enrolledClass} />
          <RunDates run={run} className={className} />
          <p className="text-soft">{describeOthers(enroll - 1)}</p>
          <CancellationNote left={left} />
          <ChangeDate enrolledClass={enrolledClass} />
        </aside>
        <ClassMaterial material={material} instructorName={instructorName} />
      </div>
    </article>
  )
}

function Instructor({ enrolledClass }: { enrolledClass: EnrolledClass }) {
  const { instructorName, instructorEmail, instructorImage } = enrolledClass
  return (
    <div className="flex min-w-0 items-center gap-4">
      <Avatar src={instructorImage} className="size-14" />
      <p className="min-w-0">
        {instructorName}
        <a href={`mailto:${instructorEmail}`} className="link block text-sm">
          <EmailAddress email={instructorEmail} />
        </a>
      </p>
    </div>
  )
}

function describeOthers(others: number): string {
  if (others <= 0) return 'You are the first student in this class.'
  return `You and ${formatCount(others, 'other student')} are enrolled.`
}
