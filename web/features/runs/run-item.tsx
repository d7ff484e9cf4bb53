import { Link } from 'react-router'
import { Price } from '#web/school/price.tsx'
import { About, Button } from '#web/ui/button.tsx'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { useCancelRun, useCloseRun, useConfirmRun } from './decide-run.ts'
import {
  describeFurther,
  describeMinimum,
  describeStart,
  describeTaken,
  describeUndated,
  describeWhere,
} from './describe-run.ts'
import type { RunOfClass } from './sort-runs.ts'

/** One run in a list: when and where, its students, and the actions on it. */
export function RunItem({ entry }: { entry: RunOfClass }) {
  const { run, className } = entry
  const further = describeFurther(run)
  return (
    <li className="run-item">
      <div className="min-w-0">
        <h3 className="wrap-anywhere font-display text-xl">{className}</h3>
        <p className="mt-1">{describeStart(run)}</p>
        {further && <p className="text-soft">{further}</p>}
        <p className="wrap-anywhere text-soft">{describeWhere(run)}</p>
        <p className="text-soft">
          {describeTaken(run)}, <Price amount={run.price} />
        </p>
        {run.canceled_at === undefined && <Minimum entry={entry} />}
        <UndatedSale entry={entry} />
      </div>
      <RunActions entry={entry} />
    </li>
  )
}

/** The students that a run still needs, and the buttons that decide on it. */
function Minimum({ entry }: { entry: RunOfClass }) {
  const { mutate, isPending } = useConfirmRun(entry)
  const status = describeMinimum(entry.run)
  if (!status) return null
  if (!status.isUndecided || entry.isWithdrawn) return <p className="mt-2">{status.text}</p>
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3 border-primary border-s-2 ps-4">
      <p className="w-full">{status.text}</p>
      <CancelButton entry={entry} />
      <Button
        look="outline"
        className="btn-sm"
        busy={isPending}
        onClick={({ currentTarget }) => keepRowFocus(currentTarget, () => mutate(undefined))}
      >
        Confirm date
        <About>{describeSubject(entry)}</About>
      </Button>
    </div>
  )
}

/** Shows if seats without a date are for sale, and a button that ends it. */
function UndatedSale({ entry }: { entry: RunOfClass }) {
  const { mutate, isPending } = useCloseRun(entry)
  const sale = describeUndated(entry.run, entry.hasDates)
  if (!sale || entry.isWithdrawn) return null
  if (!sale.isForSale) return <p className="mt-2">{sale.text}</p>
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3 border-primary border-s-2 ps-4">
      <p className="w-full">{sale.text}</p>
      <Button
        look="outline"
        className="btn-sm"
        busy={isPending}
        onClick={({ currentTarget }) => keepRowFocus(currentTarget, () => mutate(undefined))}
      >
        Remove from sale
        <About>{describeSubject(entry)}</About>
      </Button>
    </div>
  )
}

function RunActions({ entry }: { entry: RunOfClass }) {
  const { run, classId, isWithdrawn } = entry
  const isCanceled = run.canceled_at !== undefined
  const linkTo = (path: string, label: string) => (
    <Link className="link py-1" to={`/dashboard/dates/${classId}/${path}`}>
      {label}
      <About>{describeSubject(entry)}</About>
    </Link>
  )
  if (isWithdrawn)
    return (
      <Link className="link py-1" to={`/dashboard/class-students/${classId}`}>
        Students
        <About>{describeSubject(entry)}</About>
      </Link>
    )
  return (
    <div className="actions">
      {!isCanceled && linkTo(run._id, 'Change')}
      {linkTo(`new?copy=${run._id}`, 'Copy')}
      {!isCanceled && !describeMinimum(run)?.isUndecided && <CancelButton entry={entry} />}
    </div>
  )
}

function CancelButton({ entry }: { entry: RunOfClass }) {
  const { cancel, isCanceling } = useCancelRun(entry)
  return (
    <Button look="danger" className="btn-sm" busy={isCanceling} onClick={({ currentTarget }) => cancel(currentTarget)}>
      Cancel date
      <About>{describeSubject(entry)}</About>
    </Button>
  )
}

function describeSubject({ run, className }: RunOfClass): string {
  return `${className}, ${describeStart(run)}`
}
