import { Link } from 'react-router'
import type { EnrolledClass } from '#contract/enrolments.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { RunDates } from '#web/features/calendar/run-dates.tsx'
import { isOver, sortByNext } from '#web/features/homes/next-session.ts'
import { About, ButtonLink } from '#web/ui/button.tsx'
import { type Column, Table } from '#web/ui/lists/table.tsx'
import { PersonPhoto } from '#web/ui/person-photo.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { EmailAddress } from '#web/ui/text/email-address.tsx'
import { CancellationNote } from './cancellation-note.tsx'

const COLUMNS: Column<EnrolledClass>[] = [
  { header: '#', cell: (_, index) => index + 1 },
  { header: 'Class Name', slot: 'title', cell: (enrolled) => <ClassName {...enrolled} /> },
  {
    header: 'Image',
    slot: 'image',
    cell: ({ classImage }) => <Picture src={classImage} alt="" sizes="10rem" className="aspect-[3/2] w-20 sm:w-40" />,
  },
  { header: 'Instructor', cell: (enrolled) => <Instructor {...enrolled} /> },
  { header: 'Seats', end: true, cell: ({ seats }) => seats },
  { header: 'Enrolled students', end: true, cell: ({ enroll }) => enroll },
  {
    header: 'Action',
    end: true,
    slot: 'detail',
    cell: ({ _id, className, run }) => (
      <ButtonLink look="outline" className="whitespace-nowrap" to={`/dashboard/class/${_id}`}>
        Play Class
        <About>{nameEnrolment(className, run.starts)}</About>
      </ButtonLink>
    ),
  },
]

/** A student may be in several dates of one class. */
function nameEnrolment(className: string, starts: string | null): string {
  return starts === null
    ? className
    : `${className}, ${formatClockTime(starts, null, { now: 'always', withZone: false })}`
}

/** The next one first, and those that are over last. */
export function EnrolledTable({ classes }: { classes: EnrolledClass[] }) {
  return <Table caption="My Enrolled Classes" columns={COLUMNS} rows={sortByNext(classes)} rowKey={({ _id }) => _id} />
}

function ClassName({ _id, className, run, cancellations_left: left }: EnrolledClass) {
  return (
    <>
      <p>
        <Link to={`/dashboard/class/${_id}`} className="row-link hover:underline">
          {className}
        </Link>
      </p>
      {isOver({ run }) && <p className="edge-print">Past</p>}
      <RunDates run={run} className={className} />
      <CancellationNote left={left} />
    </>
  )
}

function Instructor({ instructorImage, instructorName, instructorEmail }: EnrolledClass) {
  return (
    <div className="flex min-w-0 items-center gap-3 text-start xl:min-w-64">
      <PersonPhoto src={instructorImage} name={instructorName} className="size-10" />
      <div className="min-w-0">
        <p className="wrap-anywhere">{instructorName}</p>
        <p className="text-sm text-soft">
          <EmailAddress email={instructorEmail} />
        </p>
      </div>
    </div>
  )
}
