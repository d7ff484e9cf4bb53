import type { ClassStudent, StudentsQuery } from '#contract/enrolments.ts'
import { api, call } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { PersonPrint } from '#web/ui/lists/person-print.tsx'
import type { Column } from '#web/ui/lists/table.tsx'
import { formatDay, getZoneName } from '#web/ui/text/dates.ts'
import { EmailLink } from '#web/ui/text/email-address.tsx'
import { lazyView } from '#web/ui/views/lazy-view.tsx'
import { useAction } from '#web/use-action.ts'

const MoveStudent = lazyView(() => import('./move-student.view.tsx'))

/** The columns of a class's roster, for its instructor. */
export const STUDENT_COLUMNS: Column<ClassStudent, NonNullable<StudentsQuery['sort']>>[] = [
  {
    header: 'Name',
    sort: 'name',
    slot: 'title',
    cell: ({ name, booked_by, image, seat, returning }) => (
      <>
        <PersonPrint src={image} name={name} className="row-photo" />
        <p className="row-name wrap-anywhere min-w-0">
          {name}
          {booked_by && <span className="block text-sm text-soft">Booked by {booked_by}</span>}
          {!booked_by && seat > 1 && (
            <span className="block text-sm text-soft">Seat {seat}, bought for another person</span>
          )}
          {returning && <span className="block text-sm text-soft">Gives the seat back if it is sold again</span>}
        </p>
      </>
    ),
  },
  {
    header: 'Email',
    sort: 'email',
    slot: 'meta',
    cell: ({ email }) => <EmailLink email={email} />,
  },
  {
    get header() {
      return `Enrolled on (${getZoneName()})`
    },
    sort: 'created_at',
    slot: 'end',
    cell: ({ created_at }) => <span className="@max-[58rem]:text-sm text-soft">{formatDay(created_at)}</span>,
  },
]

/** The columns for admins. */
export const ADMIN_STUDENT_COLUMNS: typeof STUDENT_COLUMNS = [
  ...STUDENT_COLUMNS,
  { header: 'Enrolled by', slot: 'detail', cell: (student) => <EnrolmentSource student={student} /> },
  { header: 'Date', slot: 'action', cell: (student) => <MoveStudent student={student} /> },
]

/** Shows the origin of an enrolment. Admins can end an enrolment that no payment bought. */
function EnrolmentSource({ student: { _id: id, name, source } }: { student: ClassStudent }) {
  const end = useAction(() => call(api.endEnrolment, { params: { id } }), {
    after: 'studentEnrolled',
    done: `${name} is no longer enrolled`,
  })
  if (source === 'payment') return 'Paid'
  const ask = async (control: Element) => {
    const text = `The enrolment of ${name} ends, and the seat is free again.`
    if (await confirm({ title: 'Are you sure?', text, action: 'Yes, end it!' }))
      await keepRowFocus(control, () => end.mutateAsync())
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      {source === 'granted' ? 'Enrolled by the school' : 'Imported'}
      <Button
        look="outline"
        className="btn-sm"
        onClick={({ currentTarget }) => ask(currentTarget)}
        busy={end.isPending}
        aria-label={`End the enrolment of ${name}`}
      >
        End
      </Button>
    </div>
  )
}
