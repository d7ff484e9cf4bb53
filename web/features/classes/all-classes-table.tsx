import type { SchoolClass } from '#contract/classes.ts'
import { Price } from '#web/school/price.tsx'
import { EmailAddress } from '#web/ui/email-address.tsx'
import { Picture, SMALL } from '#web/ui/picture.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { ClassStatus } from './class-status.tsx'
import { WithdrawLink } from './withdraw-link.tsx'

const COLUMNS: Column<SchoolClass>[] = [
  { header: '#', cell: (_, index) => index + 1 },
  {
    header: 'Image',
    cell: ({ classImage }) => <Picture src={classImage} alt="" sizes={SMALL} className="thumb" />,
  },
  { header: 'Class Name', cell: ({ className }) => <p className="wrap-anywhere min-w-24">{className}</p> },
  {
    header: 'Instructor name',
    cell: ({ instructorName }) => <p className="wrap-anywhere min-w-20">{instructorName}</p>,
  },
  {
    header: 'Instructor email',
    cell: ({ instructorEmail }) => (
      <p className="min-w-28 text-sm">
        <EmailAddress email={instructorEmail} />
      </p>
    ),
  },
  { header: 'Available seats', end: true, cell: ({ seats }) => seats },
  { header: 'Price', end: true, cell: ({ price }) => <Price amount={price} /> },
  { header: 'Status', cell: (schoolClass) => <ClassStatus schoolClass={schoolClass} /> },
  { header: 'Action', end: true, cell: (schoolClass) => <WithdrawLink schoolClass={schoolClass} /> },
]

export function AllClassesTable({ classes }: { classes: SchoolClass[] }) {
  return <Table caption="Manage Classes" columns={COLUMNS} rows={classes} rowKey={({ _id }) => _id} />
}
