import type { ClassesQuery, SchoolClass } from '#contract/classes.ts'
import { Price } from '#web/school/price.tsx'
import type { Column } from '#web/ui/lists/table.tsx'
import { Picture, SMALL } from '#web/ui/picture.tsx'
import { EmailAddress } from '#web/ui/text/email-address.tsx'
import { ClassActions } from './class-actions.tsx'
import { ClassStatus } from './class-status.tsx'

/** The columns of all classes, for admins. */
export const CLASS_COLUMNS: Column<SchoolClass, NonNullable<ClassesQuery['sort']>>[] = [
  { header: '#', cell: (_, index) => index + 1 },
  {
    header: 'Image',
    slot: 'image',
    cell: ({ classImage }) => <Picture src={classImage} alt="" sizes={SMALL} className="thumb" />,
  },
  {
    header: 'Class Name',
    slot: 'title',
    sort: 'className',
    cell: ({ className }) => <p className="wrap-anywhere min-w-20">{className}</p>,
  },
  {
    header: 'Instructor name',
    slot: 'meta',
    sort: 'instructorName',
    cell: ({ instructorName }) => <p className="wrap-anywhere min-w-20">{instructorName}</p>,
  },
  {
    header: 'Instructor email',
    sort: 'instructorEmail',
    cell: ({ instructorEmail }) => (
      <p className="min-w-28 text-sm">
        <EmailAddress email={instructorEmail} />
      </p>
    ),
  },
  { header: 'Available seats', sort: 'seats', end: true, slot: 'note', unit: 'seats', cell: ({ seats }) => seats },
  { header: 'Price', sort: 'price', end: true, slot: 'end', cell: ({ price }) => <Price amount={price} /> },
  {
    header: 'Status',
    sort: 'status',
    slot: 'status',
    cell: (schoolClass) => <ClassStatus schoolClass={schoolClass} />,
  },
  { header: 'Action', end: true, slot: 'action', cell: (schoolClass) => <ClassActions schoolClass={schoolClass} /> },
]
