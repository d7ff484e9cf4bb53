import { Link } from 'react-router'
import { toInstructorPath } from '#contract/slug.ts'
import { About, ButtonLink } from '#web/ui/button.tsx'
import { CARD_GRID_SIZES } from '#web/ui/card-grid.tsx'
import { Picture } from '#web/ui/picture.tsx'

interface InstructorCardProps {
  id: string
  name: string
  email: string
  image: string | null
  /** The number of students in all of their classes, if known. */
  enrolled?: number
}

/** An instructor, with links to their page and their classes. The image shows their camera. */
export function InstructorCard({ id, name, email, image, enrolled }: InstructorCardProps) {
  return (
    <article className="print">
      <div className="print-frame">
        <Picture src={image} alt={name} sizes={CARD_GRID_SIZES} className="print-picture" />
      </div>
      <div className="print-caption">
        <h3 className="break-words font-display text-2xl">
          <Link to={toInstructorPath({ _id: id, name })} className="print-link">
            {name}
          </Link>
        </h3>
        <p className="truncate text-soft">{email}</p>
        {enrolled !== undefined && <EnrolledStudents enrolled={enrolled} />}
        <ButtonLink
          look="outline"
          className="mt-auto w-full"
          to={`/classes?${new URLSearchParams({ instructor: email })}`}
        >
          See Class
          <About>{`of ${name}`}</About>
        </ButtonLink>
      </div>
    </article>
  )
}

function EnrolledStudents({ enrolled }: { enrolled: number }) {
  return (
    <p className="edge-print flex justify-between gap-3">
      <span>Enrolled students</span>
      <span className="tabular-nums">{enrolled}</span>
    </p>
  )
}
