import type { ClassStudent, StudentsQuery } from '#contract/classes.ts'
import { dayOf } from '#web/features/payment/days.ts'
import { EmailAddress } from '#web/ui/email-address.tsx'
import { Avatar } from '#web/ui/picture.tsx'
import type { Column } from '#web/ui/table.tsx'

/** Who is enrolled in a class. */
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
    cell: ({ email }) => (
      <a href={`mailto:${email}`} className="link">
        <EmailAddress email={email} />
      </a>
    ),
  },
  { header: 'Enrolled on', sort: 'created_at', cell: ({ created_at }) => dayOf(created_at) },
]
