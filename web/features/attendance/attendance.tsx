import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AttendingStudent } from '#contract/attendance.ts'
import type { SchoolClass } from '#contract/classes.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { Choice } from '#web/ui/lists/choice.tsx'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import { EmailAddress } from '#web/ui/text/email-address.tsx'
import { useAction } from '#web/use-action.ts'
import { chooseSession, listSessions } from './list-sessions.ts'

interface AttendanceProps {
  schoolClass: SchoolClass
  /** Admins read only. */
  canRecord: boolean
}

/** Attendance of each session of a class, from its day on. Renders nothing for a class without dates. */
export function Attendance({ schoolClass: { runs }, canRecord }: AttendanceProps) {
  const options = listSessions(runs)
  const [chosen, setChosen] = useState<string | null>(null)
  const canChoose = options.some(({ hasBegun }) => hasBegun)
  const session = options.find(({ value }) => value === chosen) ?? chooseSession(options)
  if (!session) return null
  return (
    <section aria-labelledby="attendance-title" className="mt-12 @min-[46rem]:max-w-2xl">
      <h2 id="attendance-title" className="font-display text-2xl">
        Attendance
      </h2>
      {canChoose && (
        <Choice className="mt-5" label="Session" value={session.value} options={options} onChoose={setChosen} />
      )}
      {!canRecord && <p className="mt-4 text-soft">The instructor of the class records attendance. Admins read it.</p>}
      {session.hasBegun ? (
        <Students key={session.value} sessionId={session.value} disabled={!canRecord} />
      ) : (
        canRecord && <p className="mt-4 text-soft">You can record attendance from the day of the session on.</p>
      )}
    </section>
  )
}

function Students({ sessionId, disabled }: { sessionId: string; disabled: boolean }) {
  const { data: students, error, refetch } = useAttendance(sessionId)
  if (error && !students) return <Failed message={error.message} onRetry={() => void refetch()} />
  if (!students)
    return (
      <Loading what="the attendance">
        <Skeleton className="mt-5 h-32 w-full" />
      </Loading>
    )
  if (students.length === 0) return <p className="mt-5">No students are enrolled in this date.</p>
  const attended = students.filter((student) => student.attended).length
  return (
    <>
      <p role="status" className="mt-5 text-soft">
        {attended} of {students.length} attended
      </p>
      <ul className="mt-3 divide-y divide-line border-line border-y">
        {students.map((student) => (
          <li key={student._id} className="py-2">
            <Student student={student} sessionId={sessionId} disabled={disabled} />
          </li>
        ))}
      </ul>
    </>
  )
}

interface StudentProps {
  student: AttendingStudent
  sessionId: string
  disabled: boolean
}

function Student({
  student: { _id, name, booked_by, email, seat, attended, ended },
  sessionId,
  disabled,
}: StudentProps) {
  const { mutate } = useRecordAttendance(sessionId, _id)
  // What was ticked, until the list is read again: the box must change with the click.
  const [choice, setChoice] = useState<boolean | null>(null)
  const record = (isChecked: boolean) => {
    setChoice(isChecked)
    mutate(isChecked, { onSettled: () => setChoice(null) })
  }
  return (
    <CheckBox
      disabled={disabled || ended}
      checked={choice ?? attended}
      onChange={({ target }) => record(target.checked)}
    >
      <span className="wrap-anywhere">
        {name} {booked_by ? `(booked by ${booked_by}) ` : seat > 1 && `(seat ${seat}) `}
        <span className="text-sm text-soft">{email && <EmailAddress email={email} />}</span>
        {ended && <span className="block text-sm text-soft">Attended, and is no longer enrolled</span>}
      </span>
    </CheckBox>
  )
}

function useAttendance(sessionId: string) {
  return useQuery({
    queryKey: [...queryKeys.attendance, sessionId],
    queryFn: () => call(api.listAttendance, { params: { id: sessionId } }),
  })
}

/** Records whether one student attended. */
function useRecordAttendance(sessionId: string, enrolmentId: string) {
  return useAction(
    (attended: boolean) => call(api.recordAttendance, { params: { id: sessionId, enrolmentId }, body: { attended } }),
    { after: 'attendanceRecorded' },
  )
}
