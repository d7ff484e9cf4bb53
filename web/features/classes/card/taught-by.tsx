import { Link } from 'react-router'
import type { SchoolClass } from '#contract/classes.ts'
import { toInstructorPath } from '#contract/slug.ts'
import { PersonPhoto } from '#web/ui/person-photo.tsx'

interface TaughtByProps {
  schoolClass: Pick<SchoolClass, 'instructorId' | 'instructorName' | 'instructorImage'>
  /** On a page of its own: below the underlined name, beside a larger photo. It begins its line, where a font that arrives late moves nothing. */
  note?: string
}

/** The instructor of a class: photo, and name with a link to their page. */
export function TaughtBy({ schoolClass: { instructorId, instructorName, instructorImage }, note }: TaughtByProps) {
  return (
    <p className="flex min-w-0 items-center gap-2.5">
      <PersonPhoto src={instructorImage} name={instructorName} className={note ? 'size-10' : 'size-7'} />
      <span className="grid min-w-0">
        <Link
          to={toInstructorPath({ _id: instructorId, name: instructorName })}
          className={`wrap-anywhere justify-self-start underline-offset-4 ${note ? 'underline' : 'hover:underline'}`}
        >
          {instructorName}
        </Link>
        {note && <span className="edge-print">{note}</span>}
      </span>
    </p>
  )
}
