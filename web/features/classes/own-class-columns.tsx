import type { ClassesQuery, SchoolClass } from '#contract/classes.ts'
import { NO_FEEDBACK } from '#contract/no-feedback.ts'
import { Price } from '#web/school/price.tsx'
import type { Column } from '#web/ui/lists/table.tsx'
import { Picture, SMALL } from '#web/ui/picture.tsx'
import { ClassStatus } from './class-status.tsx'
import { OwnClassActions } from './own-class-actions.tsx'

/** The columns of an instructor's own classes, with the admins' feedback. */
export const OWN_CLASS_COLUMNS: Column<SchoolClass, NonNullable<ClassesQuery['sort']>>[] = [
  { header: '#', cell: (_, index) => index + 1 },
  {
    header: 'Name',
    sort: 'className',
    slot: 'title',
    cell: ({ className }) => <p className="wrap-anywhere min-w-24">{className}</p>,
  },
  {
    header: 'Image',
    slot: 'image',
    cell: ({ classImage }) => <Picture src={classImage} alt="" sizes={SMALL} className="thumb" />,
  },
  { header: 'Seats', sort: 'seats', end: true, slot: 'meta', unit: 'seats', cell: ({ seats }) => seats },
  { header: 'Price', sort: 'price', end: true, slot: 'end', cell: ({ price }) => <Price amount={price} /> },
  { header: 'Enroll', sort: 'enroll', end: true, slot: 'note', unit: 'enrolled', cell: ({ enroll }) => enroll },
  {
    header: 'Status',
    sort: 'status',
    slot: 'status',
    cell: (schoolClass) => <ClassStatus schoolClass={schoolClass} />,
  },
  {
    header: 'Feedback',
    slot: 'detail',
    cell: ({ feedback }) => (
      <p
        className={`wrap-anywhere @min-[58rem]:min-w-40 whitespace-pre-line text-start ${feedback === NO_FEEDBACK ? 'row-nothing' : ''}`}
      >
        {feedback}
      </p>
    ),
  },
  { header: 'Action', end: true, slot: 'action', cell: (schoolClass) => <OwnClassActions schoolClass={schoolClass} /> },
]
