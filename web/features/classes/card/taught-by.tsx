import { Link } from 'react-router'
import type { SchoolClass } from '#contract/classes.ts'
import { toInstructorPath } from '#contract/slug.ts'
import { PersonPhoto } from '#web/ui/person-photo.tsx'

interface TaughtByProps {
  schoolClass: Pick<SchoolClass, 'instructorId' | 'instructorName' | 'instructorImage'>
  /** On a page of its own, the photo is larger and the name is underlined. */
  large?: boolean
}

/** The instructor of a class: photo, and name with a link to their page. */
export function TaughtBy({ schoolClass: { instructorId, instructorName, instructorImage }, large }: TaughtByProps) {
  return (
    <p className="flex min-w-0 items-center gap-2.5">
      <PersonPhoto src={instructorImage} name={instructorName} className={large ? 'size-10' : 'size-7'} />
      <Link
        to={toInstructorPath({ _id: instructorId, name: instructorName })}
        className={`wrap-anywhere min-w-0 underline-offset-4 ${large ? 'underline' : 'hover:underline'}`}
      >
        {instructorName}
      </Link>
    </p>
  )
}
