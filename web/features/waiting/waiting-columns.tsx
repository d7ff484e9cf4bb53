import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { MAX_NAME_LENGTH } from '#contract/values/limits.ts'
import type { ListedWaitingEntry, WaitingState } from '#contract/waiting.ts'
import { About, Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/forms/modal.tsx'
import { Person } from '#web/ui/lists/person.tsx'
import type { Column } from '#web/ui/lists/table.tsx'
import { formatMoment } from '#web/ui/text/dates.ts'
import { formatDeadline } from '#web/ui/text/deadline.ts'
import { describeSeats } from './describe-entry.ts'
import { useOfferOutOfOrder } from './run-waiting.query.ts'

/** The columns of the waiting list of a date, for its instructor and admins. */
export const WAITING_COLUMNS: Column<ListedWaitingEntry, 'created_at'>[] = [
  { header: 'Place', slot: 'meta', cell: ({ position }) => position ?? '–' },
  { header: 'Name', slot: 'title', cell: ({ name, email }) => <Person name={name} email={email} /> },
  { header: 'Seats', slot: 'note', cell: ({ seats }) => seats },
  { header: 'Since', slot: 'note', cell: ({ created_at }) => <Moment at={created_at} /> },
  { header: 'Status', slot: 'detail', cell: (entry) => <Status entry={entry} /> },
  { header: 'Action', end: true, slot: 'action', cell: (entry) => <OfferFirst entry={entry} /> },
]

const STATES: Record<WaitingState, string> = {
  waiting: 'Waits',
  offered: 'Offered',
  taken: 'Taken',
  declined: 'Declined',
  expired: 'Not taken in time',
  left: 'Left the list',
  closed: 'List closed',
}

function Status({ entry }: { entry: ListedWaitingEntry }) {
  const { state, seats, offered_until_clock: until, time_zone, skipped_at, first_at } = entry
  return (
    <>
      <p>{STATES[state]}</p>
      {state === 'offered' && until !== null && (
        <p className="text-sm text-soft">until {formatDeadline(until, time_zone)}</p>
      )}
      {state === 'waiting' && skipped_at !== null && (
        <p className="text-sm text-soft">
          <Moment at={skipped_at} />: fewer than {seats} seats were free, so others could have them
        </p>
      )}
      {first_at !== null && <p className="text-sm text-soft">put first by the school</p>}
    </>
  )
}

function Moment({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{formatMoment(at)}</time>
}

/** Offers the next seat to an entry that is not the first anyway. */
function OfferFirst({ entry }: { entry: ListedWaitingEntry }) {
  const [isOpen, setIsOpen] = useState(false)
  const offer = useOfferOutOfOrder(entry)
  if (entry.state !== 'waiting') return null
  const answer = (reason: string | null) => {
    setIsOpen(false)
    if (reason !== null) offer.mutate(reason)
  }
  return (
    <>
      <Button look="outline" className="btn-sm" busy={offer.isPending} onClick={() => setIsOpen(true)}>
        Offer first
        <About>{`to ${entry.name}`}</About>
      </Button>
      {isOpen && <ReasonDialog entry={entry} onAnswer={answer} />}
    </>
  )
}

interface ReasonDialogProps {
  entry: ListedWaitingEntry
  /** Null where nothing is offered. */
  onAnswer: (reason: string | null) => void
}

function ReasonDialog({ entry, onAnswer }: ReasonDialogProps) {
  return (
    <Modal title={`Offer ${describeSeats(entry.seats)} to ${entry.name} first?`} onClose={() => onAnswer(null)}>
      <ReasonForm seats={entry.seats} onAnswer={onAnswer} />
    </Modal>
  )
}

function ReasonForm({ seats, onAnswer }: Pick<ReasonDialogProps, 'onAnswer'> & { seats: number }) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { reason: '' } })
  return (
    <form noValidate onSubmit={handleSubmit(({ reason }) => onAnswer(reason))} className="mt-2 grid gap-5">
      <p className="text-soft">
        They get {seats === 1 ? 'the next free seat' : `${seats} seats, once so many are free,`} before those who came
        earlier. We log it with your reason.
      </p>
      <Field
        label="Reason"
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        error={formState.errors.reason?.message}
        {...register('reason', { validate: (text) => text.trim() !== '' || 'reason is required' })}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="ghost" onClick={() => onAnswer(null)}>
          Cancel
        </Button>
        <Button type="submit">Yes, offer it!</Button>
      </div>
    </form>
  )
}
