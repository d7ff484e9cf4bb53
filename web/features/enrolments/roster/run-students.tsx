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
      <table className="roster-print w-full text-start">
        <thead>
          <tr>
            {['Here', 'Name', 'Email', 'Phone', 'Payment', 'Notes'].map((header) => (
              <th key={header} scope="col" className="py-1 pe-4 text-start font-normal text-sm text-soft">
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
    <tr className="border-line border-t">
      <td className="py-2 pe-4">
        {/* To tick with a pen. */}
        <span aria-hidden="true" className="inline-block size-4 border border-current align-middle" />
      </td>
      <th scope="row" className="wrap-anywhere pe-4 text-start font-normal">
        {name}
        {booked_by ? ` (booked by ${booked_by})` : seat > 1 && ` (seat ${seat})`}
      </th>
      <td className="pe-4 text-sm">{email && <EmailAddress email={email} />}</td>
      <td className="pe-4 text-sm sm:whitespace-nowrap print:whitespace-nowrap">
        {phone && <a href={toPhoneUrl(phone)}>{phone}</a>}
      </td>
      <td className="pe-4 text-sm print:whitespace-nowrap">{describePaid(student)}</td>
      <td className="text-sm sm:min-w-24 print:min-w-16">{returning && 'For sale again'}</td>
    </tr>
  )
}

function useRunStudents(id: string) {
  return useQuery({
    queryKey: [...queryKeys.students, 'run', id],
    queryFn: () => call(api.listRunStudents, { params: { id } }),
  })
}
