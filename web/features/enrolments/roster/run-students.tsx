import { useQuery } from '@tanstack/react-query'
import type { RunStudent } from '#contract/enrolments.ts'
import { formatCount } from '#contract/values/count.ts'
import { formatMajor } from '#contract/values/money.ts'
import { toPhoneUrl } from '#contract/values/phone.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ExportButton } from '#web/ui/lists/export-button.tsx'
import { Empty, Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import { EmailAddress } from '#web/ui/text/email-address.tsx'

/** The students of a date as a list to print: 30 of them are on one page of A4. */
export function RunStudents({ runId }: { runId: string }) {
  const { data: students, error, refetch } = useRunStudents(runId)
  if (error && !students) return <Failed message={error.message} onRetry={() => void refetch()} />
  if (!students)
    return (
      <Loading what="the students">
        <Skeleton className="h-72 w-full" />
      </Loading>
    )
  if (students.length === 0) return <Empty sentence="No students are enrolled in this date yet." />
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3 print:hidden">
        <Button onClick={() => window.print()}>Print</Button>
        <ExportButton noun="students" read={() => call(api.exportRunStudents, { params: { id: runId } })} />
      </div>
      <p className="mb-3 text-soft">{formatCount(students.length, 'student')}</p>
      <Roster students={students} />
    </>
  )
}

function Roster({ students }: { students: RunStudent[] }) {
  return (
    <div className="overflow-x-auto">
      <table className={`roster ${listEmpty(students)}`}>
        <thead>
          <tr>
            {['Here', 'Name', 'Email', 'Phone', 'Payment', 'Notes'].map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {students.map((student) => (
            <Row key={student._id} student={student} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Returns the classes of columns without a value, which only the print has, to write in. */
function listEmpty(students: RunStudent[]): string {
  const hasPhone = students.some(({ phone }) => phone)
  const hasNotes = students.some(({ returning }) => returning)
  return `${hasPhone ? '' : 'roster-no-phone'} ${hasNotes ? '' : 'roster-no-notes'}`
}

const SOURCES: Record<RunStudent['source'], string> = {
  payment: 'Paid',
  granted: 'Enrolled by the school',
  import: 'Imported',
}

/** Returns what was paid for a place and how, in few words, since the list is printed: `$49.99, cash`. */
function describePaid({ source, paid }: RunStudent): string {
  if (!paid) return SOURCES[source]
  const how = paid.methods.filter((method) => method !== 'none').join(' and ')
  return [formatMajor(paid.amount, paid.currency), ...(how ? [how] : [])].join(', ')
}

function Row({ student }: { student: RunStudent }) {
  const { name, booked_by, email, phone, seat, returning } = student
  return (
    <tr>
      <td>
        {/* To tick with a pen. */}
        <span aria-hidden="true" className="inline-block size-4 border border-current align-middle" />
      </td>
      <th scope="row" className="wrap-anywhere">
        {name}
        {booked_by ? ` (booked by ${booked_by})` : seat > 1 && ` (seat ${seat})`}
      </th>
      <td>{email && <EmailAddress email={email} />}</td>
      <td className="whitespace-nowrap">{phone && <a href={toPhoneUrl(phone)}>{phone}</a>}</td>
      <td className="print:whitespace-nowrap">{describePaid(student)}</td>
      <td className="sm:min-w-24 print:min-w-16">{returning && 'For sale again'}</td>
    </tr>
  )
}

function useRunStudents(id: string) {
  return useQuery({
    queryKey: [...queryKeys.students, 'run', id],
    queryFn: () => call(api.listRunStudents, { params: { id } }),
  })
}
