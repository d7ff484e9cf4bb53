import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import { Price } from '#web/school/price.tsx'
import { About, Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { Picture, SMALL } from '#web/ui/picture.tsx'
import { popupSuccess, toastError, toastSuccess } from '#web/ui/toasts.ts'
import { useSingleMutation } from '#web/use-single-mutation.ts'
import {
  describeCancellation,
  describeFurther,
  describeMinimum,
  describeStart,
  describeTaken,
  describeUndated,
  describeWaiting,
  describeWhere,
} from './describe-run.ts'
import { type DatedClass, type RunOfClass, sortRuns } from './sort-runs.ts'

/** The runs of classes: upcoming ones, then past and canceled ones, which are folded. */
export function RunList({ classes }: { classes: readonly DatedClass[] }) {
  const { upcoming, past, canceled } = sortRuns(classes)
  return (
    <div className="grid gap-8">
      <section aria-labelledby="upcoming-dates">
        <h2 id="upcoming-dates" className="mb-4 font-display text-2xl">
          Upcoming
        </h2>
        {upcoming.length > 0 ? <Runs entries={upcoming} /> : <p className="text-soft">No upcoming dates.</p>}
      </section>
      <Folded title="Past" entries={past} />
      <Folded title="Canceled" entries={canceled} />
    </div>
  )
}

function Folded({ title, entries }: { title: string; entries: RunOfClass[] }) {
  if (entries.length === 0) return null
  return (
    <details className="disclosure">
      <summary>
        <h2 className="font-display text-2xl">
          {title} ({entries.length})
        </h2>
      </summary>
      <Runs entries={entries} />
    </details>
  )
}

function Runs({ entries }: { entries: RunOfClass[] }) {
  return (
    <ul className="grid">
      {entries.map((entry) => (
        <RunItem key={entry.run._id} entry={entry} />
      ))}
    </ul>
  )
}

/** One run in a list: when and where, its students, and the actions on it. The list of one class does not repeat its name and image. */
function RunItem({ entry }: { entry: RunOfClass }) {
  const { run, className, classImage } = entry
  const further = describeFurther(run)
  return (
    <li className="run-item">
      {classImage && <Picture src={classImage} alt="" sizes={SMALL} className="run-picture" />}
      <div className="min-w-0">
        <h3 className="wrap-anywhere font-display text-xl">{classImage ? className : describeStart(run)}</h3>
        {classImage && <p className="mt-1">{describeStart(run)}</p>}
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
    <div className="quiet-actions">
      {!isCanceled && linkTo(run._id, 'Change')}
      {linkTo(`new?copy=${run._id}`, 'Copy')}
      {run.enroll > 0 && linkTo(`${run._id}/students`, 'Students')}
      {(run.seats === 0 || (run.waiting ?? 0) + (run.offers ?? 0) > 0) &&
        linkTo(`${run._id}/waiting`, describeWaiting(run))}
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

/** POST /run/{id}/cancellation, after a confirmation, POST /run/{id}/confirmation and POST /run/{id}/closing. */
function useCancelRun({ run, className }: RunOfClass) {
  const client = useQueryClient()
  const cancellation = useSingleMutation({
    mutationKey: ['cancel run', run._id],
    mutationFn: () => call(api.cancelRun, { params: { id: run._id } }),
    onSuccess: () =>
      popupSuccess('This Date Is Canceled', run.enroll > 0 ? 'We e-mail its students, who choose what they get.' : ''),
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'runCanceled'),
  })
  const question = {
    title: 'Are you sure?',
    text: "You won't be able to revert this!",
    detail: describeCancellation(run, className),
    action: 'Yes, cancel this date!',
    decline: 'Keep this date',
  }
  return {
    isCanceling: cancellation.isPending,
    /** Keeps the focus in the row that holds `control`. */
    cancel: async (control: Element) => {
      if (await confirm(question)) await keepRowFocus(control, () => cancellation.mutate(undefined))
    },
  }
}

/** Ends the sale of seats without a date. */
function useCloseRun({ run }: RunOfClass) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationKey: ['close run', run._id],
    mutationFn: () => call(api.closeRun, { params: { id: run._id } }),
    onSuccess: () => toastSuccess('Seats without a date are no longer for sale.'),
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'runSaved'),
  })
}

function useConfirmRun({ run }: RunOfClass) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationKey: ['confirm run', run._id],
    mutationFn: () => call(api.confirmRun, { params: { id: run._id } }),
    onSuccess: () => toastSuccess('Date confirmed.'),
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'runSaved'),
  })
}
