import type { ClassStudent, StudentsQuery } from '#contract/enrolments.ts'
import type { Column } from '#web/ui/lists/table.tsx'
import { Avatar } from '#web/ui/picture.tsx'
import { formatDay, getZoneName } from '#web/ui/text/dates.ts'
import { EmailLink } from '#web/ui/text/email-address.tsx'
import { EnrolmentSource } from './enrolment-source.tsx'

/** The columns of a class's roster, for its instructor. */
export const STUDENT_COLUMNS: Column<ClassStudent, NonNullable<StudentsQuery['sort']>>[] = [
  {
    header: 'Name',
    sort: 'name',
    cell: ({ name, image }) => (
      <div className="flex min-w-0 items-center gap-3">
        <Avatar src={image} className="size-9" />
        <p className="wrap-anywhere min-w-0">{name}</p>
      </div>
    ),
  },
  {
    header: 'Email',
    sort: 'email',
    cell: ({ email }) => <EmailLink email={email} />,
  },
  {
    get header() {
      return `Enrolled on (${getZoneName()})`
    },
    sort: 'created_at',
    cell: ({ created_at }) => formatDay(created_at),
  },
]

/** The columns for admins. */
export const ADMIN_STUDENT_COLUMNS: typeof STUDENT_COLUMNS = [
  ...STUDENT_COLUMNS,
  { header: 'Enrolled by', cell: (student) => <EnrolmentSource student={student} /> },
]
