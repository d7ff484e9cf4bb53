import { toInstructorPath } from '#contract/slug.ts'
import { About, ButtonLink } from '#web/ui/button.tsx'
import { Print } from '#web/ui/print.tsx'

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
    <Print to={toInstructorPath({ _id: id, name })} image={image} alt={name} title={name}>
      <p className="wrap-anywhere text-soft">{email}</p>
      {enrolled !== undefined && <EnrolledStudents enrolled={enrolled} />}
      <ButtonLink look="outline" className="w-full" to={`/classes?${new URLSearchParams({ instructor: email })}`}>
        See Class
        <About>{`of ${name}`}</About>
      </ButtonLink>
    </Print>
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
