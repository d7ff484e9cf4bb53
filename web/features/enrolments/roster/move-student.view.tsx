import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { ClassStudent } from '#contract/enrolments.ts'
import type { StudentMove, StudentMoved, StudentMoveQuote } from '#contract/moves.ts'
import { formatCount } from '#contract/values/count.ts'
import { formatMajor } from '#contract/values/money.ts'
import { api, call } from '#web/api.ts'
import { schoolClassQuery } from '#web/features/classes/school-class.query.ts'
import { DateChoice } from '#web/features/enrolments/date-choice.tsx'
import { queryKeys, refetchAfter } from '#web/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/forms/modal.tsx'
import { Choice } from '#web/ui/lists/choice.tsx'
import { formatDeadline } from '#web/ui/text/deadline.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'

type Difference = NonNullable<StudentMove['difference']>
type Seats = NonNullable<StudentMove['seats']>

const DIFFERENCES: { value: Difference; label: string }[] = [
  { value: 'waive', label: 'Waive it' },
  { value: 'charge', label: 'E-mail a link to pay it' },
]

interface MoveStudentProps {
  student: ClassStudent
}

/** The button with which an admin moves a student to another date or class, on the page of a class. */
export default function MoveStudent({ student }: MoveStudentProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { name } = student
  return (
    <>
      <Button look="outline" className="btn-sm" onClick={() => setIsOpen(true)} aria-label={`Move ${name}`}>
        Move
      </Button>
      {isOpen && (
        <Modal title={`Move ${name}?`} onClose={() => setIsOpen(false)}>
          <MoveForm student={student} onClose={() => setIsOpen(false)} />
        </Modal>
      )}
    </>
  )
}

function MoveForm({ student, onClose }: MoveStudentProps & { onClose: () => void }) {
  const [seats, setSeats] = useState<Seats>('one')
  const { classes, dates, date, quote, problem } = useMoveChoice(student, seats)
  const [count, setCount] = useState(1)
  if (quote && quote.seats !== count) setCount(quote.seats)
  const [difference, setDifference] = useState<Difference>('waive')
  const { mutate, isPending } = useMove(student, date?.time_zone ?? null, onClose)
  return (
    <div className="mt-2 grid gap-5">
      <Choice label="Class" {...classes} />
      {count > 1 && <Choice label="Seats" options={listSeats(student, count)} value={seats} onChoose={setSeats} />}
      {date ? <DateChoice label="Date" {...dates} value={date._id} /> : <p>{NO_DATE}</p>}
      <p role="status">{problem ?? (quote && describeQuote(quote))}</p>
      {quote?.is_payable && quote.due > 0 && (
        <Choice label="Difference" options={DIFFERENCES} value={difference} onChoose={setDifference} />
      )}
      <Button
        className="justify-self-start"
        busy={isPending}
        disabled={!date || !quote}
        onClick={() =>
          date &&
          quote &&
          mutate({ runId: date._id, seats, expected_due: quote.due, ...toDifference(quote, difference) })
        }
      >
        Move
      </Button>
    </div>
  )
}

function listSeats({ name, booked_by }: ClassStudent, count: number): { value: Seats; label: string }[] {
  return [
    { value: 'one', label: 'This one' },
    { value: 'all', label: `All ${count} of ${booked_by ?? name}` },
  ]
}

const NO_DATE = 'This class has no other date with a free seat.'

/** Returns the class and the date that are chosen, and the difference of the prices. */
function useMoveChoice({ _id: id, runId: ownRunId }: ClassStudent, seats: Seats) {
  const { id: ownId = '' } = useParams()
  const [classId, setClassId] = useState(ownId)
  const [choice, setChoice] = useState<string>()
  const { data: approved = [] } = useQuery(approvedClassesQuery)
  const { data: chosen } = useQuery(schoolClassQuery(classId))
  const runs = (chosen?.runs ?? []).filter(({ _id, seats }) => _id !== ownRunId && seats > 0)
  const date = runs.find(({ _id }) => _id === choice) ?? runs[0]
  const { data: quote, error } = useQuery(studentMoveQuery(id, date?._id, seats))
  const classes = { options: approved.map(toOption), value: classId, onChoose: setClassId }
  return { classes, dates: { runs, onChoose: setChoice }, date, quote, problem: error?.message }
}

function toOption({ _id: value, className: label }: { _id: string; className: string }) {
  return { value, label }
}

/** Waives a difference that cannot be paid here. */
function toDifference({ due, is_payable }: StudentMoveQuote, difference: Difference): Pick<StudentMove, 'difference'> {
  return due > 0 ? { difference: is_payable ? difference : 'waive' } : {}
}

function describeQuote({ due, credit, currency }: StudentMoveQuote): string {
  if (due > 0) return `That date costs ${formatMajor(due, currency)} more.`
  if (credit > 0) return `That date is cheaper: ${formatMajor(credit, currency)} becomes credit of who paid.`
  return 'Nothing is to be paid or returned.'
}

function useMove({ _id: id, name }: ClassStudent, zone: string | null, onMoved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: StudentMove) => call(api.moveStudent, { params: { id }, body }),
    onSuccess: (moved) => {
      toastSuccess(describeMoved(name, moved, zone))
      onMoved()
    },
    onError: (error) => {
      toastError(error.message)
      // The difference may have changed.
      void client.invalidateQueries({ queryKey: queryKeys.move })
    },
    onSettled: () => refetchAfter(client, 'studentEnrolled'),
  })
}

function describeMoved(
  name: string,
  { modifiedCount, held_until_clock: until }: StudentMoved,
  zone: string | null,
): string {
  if (until !== null) return `We hold the move of ${name} until ${formatDeadline(until, zone)}`
  return modifiedCount > 1 ? `${formatCount(modifiedCount, 'seat')} are moved` : `${name} is moved`
}

const approvedClassesQuery = queryOptions({
  queryKey: [...queryKeys.move, 'classes'],
  queryFn: () => call(api.listApprovedClasses),
})

function studentMoveQuery(id: string, runId: string | undefined, seats: StudentMove['seats']) {
  return queryOptions({
    queryKey: [...queryKeys.move, id, runId, seats],
    queryFn: () => call(api.getStudentMove, { params: { id }, query: { runId: runId ?? '', seats } }),
    enabled: runId !== undefined,
    gcTime: 0,
    retry: false,
  })
}
