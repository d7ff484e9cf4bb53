import { useId } from 'react'
import { Link } from 'react-router'
import type { EnrolledClass } from '#contract/enrolments.ts'
import { findSharedZone, formatClockTime } from '#contract/values/session-times.ts'
import { RunDates, TitleInZone } from '#web/features/calendar/run-dates.tsx'
import { isOver, sortByNext } from '#web/features/homes/next-session.ts'
import { About, ButtonLink } from '#web/ui/button.tsx'
import { PersonPrint } from '#web/ui/lists/person-print.tsx'
import { type Column, Table } from '#web/ui/lists/table.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { EmailAddress } from '#web/ui/text/email-address.tsx'
import { CancellationNote } from './cancellation-note.tsx'

const toColumns = (withZone: boolean): Column<EnrolledClass>[] => [
  {
    header: 'Image',
    slot: 'image',
    cell: ({ classImage }) => <Picture src={classImage} alt="" sizes="10rem" className="aspect-[3/2] w-18 sm:w-40" />,
  },
  { header: 'Class Name', slot: 'title', cell: (enrolled) => <ClassName {...enrolled} withZone={withZone} /> },
  { header: 'Instructor', cell: (enrolled) => <Instructor {...enrolled} /> },
  { header: 'Seats', end: true, cell: ({ seats }) => <Figure>{seats}</Figure> },
  { header: 'Enrolled students', end: true, cell: ({ enroll }) => <Figure>{enroll}</Figure> },
  {
    header: 'Action',
    end: true,
    slot: 'action',
    cell: (enrolled) => <Actions {...enrolled} />,
  },
]

function Figure({ children }: { children: number }) {
  return <span className="text-sm text-soft">{children}</span>
}

/** A student may be in several dates of one class. */
function nameEnrolment(className: string, starts: string | null): string {
  return starts === null
    ? className
    : `${className}, ${formatClockTime(starts, null, { now: 'always', withZone: false })}`
}

/** The classes to come, the next one first; then those that are over, the latest first. */
export function EnrolledTable({ classes }: { classes: EnrolledClass[] }) {
  const { coming = [], past = [] } = Object.groupBy(sortByNext(classes), (each) => (isOver(each) ? 'past' : 'coming'))
  const zone = findSharedZone(classes.map(({ run }) => run))
  return (
    <>
      <Part title="Upcoming" classes={coming} zone={zone} namesZone />
      <div className={`past-classes ${coming.length > 0 ? 'repeated-header' : ''}`}>
        <Part title="Past" classes={past} zone={zone} namesZone={coming.length === 0} />
      </div>
    </>
  )
}

interface PartProps {
  title: string
  classes: EnrolledClass[]
  /** The zone of all parts, which the first one names; null where there are several. */
  zone: string | null
  namesZone: boolean
}

function Part({ title, classes, zone, namesZone }: PartProps) {
  const id = useId()
  if (classes.length === 0) return null
  return (
    <section aria-labelledby={id} className="mb-12 grid gap-4">
      <TitleInZone id={id} title={title} zone={namesZone ? zone : null} />
      <Table caption={title} columns={toColumns(zone === null)} rows={classes} rowKey={({ _id }) => _id} />
    </section>
  )
}

function ClassName({ _id, className, run, cancellations_left: left, withZone }: EnrolledClass & { withZone: boolean }) {
  return (
    <>
      <p className="row-name wrap-anywhere font-display text-xl">
        <Link to={`/dashboard/class/${_id}`} className="row-link hover:underline">
          {className}
        </Link>
      </p>
      <div className="row-rest mt-1 text-sm">
        <RunDates run={run} className={className} withZone={withZone} />
        <CancellationNote left={left} />
      </div>
    </>
  )
}

function Actions({ _id, className, run }: EnrolledClass) {
  return (
    <div className="row-actions row-beside-name">
      <ButtonLink look="outline" className="row-main ms-auto" to={`/dashboard/class/${_id}`}>
        Play Class
        <About>{nameEnrolment(className, run.starts)}</About>
      </ButtonLink>
    </div>
  )
}

function Instructor({ instructorImage, instructorName, instructorEmail }: EnrolledClass) {
  return (
    <div className="flex min-w-0 items-center gap-3 text-start xl:min-w-65">
      <PersonPrint src={instructorImage} name={instructorName} />
      <div className="min-w-0">
        <p className="wrap-anywhere">{instructorName}</p>
        <p className="text-sm text-soft">
          <EmailAddress email={instructorEmail} />
        </p>
      </div>
    </div>
  )
}
