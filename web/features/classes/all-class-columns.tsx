import { Link } from 'react-router'
import type { ClassesQuery, SchoolClass } from '#contract/classes.ts'
import { Price } from '#web/school/price.tsx'
import { About } from '#web/ui/button.tsx'
import { Person } from '#web/ui/lists/person.tsx'
import { RowActions } from '#web/ui/lists/row-actions.tsx'
import type { Column } from '#web/ui/lists/table.tsx'
import { Picture, SMALL } from '#web/ui/picture.tsx'
import { ClassStatus } from './class-status.tsx'
import { DecisionButtons } from './decision-buttons.tsx'
import { WithdrawLink } from './withdraw-link.tsx'

/** The columns of all classes, for admins. */
export const CLASS_COLUMNS: Column<SchoolClass, NonNullable<ClassesQuery['sort']>>[] = [
  {
    header: 'Image',
    slot: 'image',
    cell: ({ classImage, focus }) => (
      <Picture src={classImage} focus={focus} alt="" sizes={SMALL} className="row-picture @min-[70rem]:w-19" />
    ),
  },
  {
    header: 'Class Name',
    slot: 'title',
    sort: 'className',
    cell: ({ _id, className }) => (
      <Link
        to={`/dashboard/feedback/${_id}`}
        className="row-link wrap-anywhere block min-w-20 font-display font-normal text-lg text-balance hover:underline @min-[70rem]:me-3"
      >
        {className}
      </Link>
    ),
  },
  {
    header: 'Instructor name, email',
    slot: 'meta',
    sort: 'instructorName',
    cell: ({ instructorName, instructorEmail }) => <Person name={instructorName} email={instructorEmail} isBrief />,
  },
  { header: 'Available seats', sort: 'seats', end: true, slot: 'note', unit: 'seats', cell: ({ seats }) => seats },
  { header: 'Price', sort: 'price', end: true, slot: 'end', cell: ({ price }) => <Price amount={price} /> },
  {
    header: 'Status',
    sort: 'status',
    slot: 'status',
    cell: (schoolClass) => <ClassStatus schoolClass={schoolClass} isBrief />,
  },
  { header: 'Action', end: true, slot: 'action', cell: (schoolClass) => <ClassActions schoolClass={schoolClass} /> },
]

/** An admin's actions on a class. */
function ClassActions({ schoolClass }: { schoolClass: SchoolClass }) {
  const { _id, className } = schoolClass
  const linkTo = (page: string, label: string) => (
    <Link className="link py-1" to={`/dashboard/${page}/${_id}`}>
      {label}
      <About>{className}</About>
    </Link>
  )
  const more = (
    <>
      {linkTo('class-students', 'Students')}
      {linkTo('dates', 'Dates')}
      <WithdrawLink schoolClass={schoolClass} />
    </>
  )
  return (
    <RowActions about={className} more={more}>
      <DecisionButtons schoolClass={schoolClass} />
      {linkTo('feedback', 'Feedback')}
    </RowActions>
  )
}
