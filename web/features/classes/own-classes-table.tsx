import type { SchoolClass } from '#contract/classes.ts'
import { Price } from '#web/school/price.tsx'
import { Picture, SMALL } from '#web/ui/picture.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { ClassStatus } from './class-status.tsx'
import { WithdrawLink } from './withdraw-link.tsx'

const COLUMNS: Column<SchoolClass>[] = [
  { header: '#', cell: (_, index) => index + 1 },
  { header: 'Name', cell: ({ className }) => <p className="wrap-anywhere min-w-24">{className}</p> },
  {
    header: 'Image',
    cell: ({ classImage }) => <Picture src={classImage} alt="" sizes={SMALL} className="thumb" />,
  },
  { header: 'Seats', end: true, cell: ({ seats }) => seats },
  { header: 'Price', end: true, cell: ({ price }) => <Price amount={price} /> },
  { header: 'Enroll', end: true, cell: ({ enroll }) => enroll },
  { header: 'Status', cell: (schoolClass) => <ClassStatus schoolClass={schoolClass} /> },
  {
    header: 'Feedback',
    cell: ({ feedback }) => (
      <p className="wrap-anywhere @min-[54rem]:min-w-40 whitespace-pre-line text-start">{feedback}</p>
    ),
  },
  { header: 'Action', end: true, cell: (schoolClass) => <WithdrawLink schoolClass={schoolClass} /> },
]

export function OwnClassesTable({ classes }: { classes: SchoolClass[] }) {
  return <Table caption="My Class" columns={COLUMNS} rows={classes} rowKey={({ _id }) => _id} />
}
