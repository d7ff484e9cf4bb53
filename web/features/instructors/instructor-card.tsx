import { About, ButtonLink } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { PRINT_ON_A_WALL } from '#web/ui/wall.tsx'

interface InstructorCardProps {
  name: string
  email: string
  image: string | null
  /** How many students are enrolled in all of their classes, where it is known. */
  enrolled?: number
}

/** An instructor, portrayed by the camera that they shoot with. */
export function InstructorCard({ name, email, image, enrolled }: InstructorCardProps) {
  return (
    <article className="print">
      <div className="print-frame">
        <Picture src={image} alt={name} sizes={PRINT_ON_A_WALL} className="print-picture" />
      </div>
      <div className="print-caption">
        <h3 className="break-words font-display text-2xl">{name}</h3>
        <p className="truncate text-soft">{email}</p>
        {enrolled !== undefined && (
          <p className="edge-print flex justify-between gap-3">
            <span>Enrolled students</span>
            <span className="tabular-nums">{enrolled}</span>
          </p>
        )}
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
