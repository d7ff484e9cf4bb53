import { useId } from 'react'
import { useNavigate } from 'react-router'
import { MAX_PARTY } from '#contract/values/limits.ts'
import type { OwnWaitingEntry } from '#contract/waiting.ts'
import { RunStart } from '#web/features/calendar/run-start.tsx'
import { StepPicture } from '#web/features/homes/step-list.tsx'
import { Price } from '#web/school/price.tsx'
import { useSession } from '#web/session/use-session.ts'
import { About, Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { formatDeadline } from '#web/ui/text/deadline.ts'
import { describeEntry } from './describe-entry.ts'
import { useChangeNumber, useEndEntry, useOwnWaiting, useTakeSeat } from './waiting.query.ts'

/** The id of the section, to which e-mails lead. */
const ID = 'waiting'

/** The waiting lists that a student is on, and the seats that they are offered. Renders nothing without any. */
export function WaitingLists() {
  const entries = (useOwnWaiting().data ?? []).filter(({ state }) => state === 'waiting' || state === 'offered')
  if (entries.length === 0) return null
  const inOrder = entries.toSorted((a, b) => Number(b.takeable) - Number(a.takeable))
  return (
    <section id={ID} aria-labelledby="waiting-title" className="mt-14">
      <h2 id="waiting-title" className="font-display text-2xl">
        Waiting lists
      </h2>
      <ul className="next-steps">
        {inOrder.map((entry) => (
          <Entry key={entry._id} entry={entry} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ entry }: { entry: OwnWaitingEntry }) {
  const { className, classImage, state, takeable, offered_until_clock: until } = entry
  return (
    <li className="flex-wrap">
      <StepPicture image={classImage} />
      <div className="min-w-0 grow basis-60">
        <p className="wrap-anywhere font-display text-xl">{className}</p>
        <RunStart run={entry} />
        <p className="mt-1">
          {describeEntry(entry, until === null ? '' : formatDeadline(until, entry.time_zone))}
          {takeable && <OfferPrice entry={entry} />}
        </p>
        {state === 'waiting' && <NumberField entry={entry} />}
      </div>
      <div className="flex flex-wrap gap-2">
        {takeable && <TakeSeat entry={entry} />}
        <EndEntry entry={entry} />
      </div>
    </li>
  )
}

function OfferPrice({ entry: { price, seats } }: { entry: OwnWaitingEntry }) {
  return (
    <>
      {' '}
      The price is <Price amount={price} />
      {seats > 1 && ' for each seat'}.
    </>
  )
}

const NUMBERS = Array.from({ length: MAX_PARTY }, (_, index) => index + 1)

/** Number of seats that the student waits for. */
function NumberField({ entry }: { entry: OwnWaitingEntry }) {
  const id = useId()
  const { mutate, isPending } = useChangeNumber(entry)
  return (
    <p className="mt-2 flex items-center gap-3">
      <label htmlFor={id}>
        Seats
        <About>{`of ${entry.className}`}</About>
      </label>
      <select
        {...{ id, className: 'select', value: entry.seats, disabled: isPending }}
        onChange={({ target }) => mutate(Number(target.value))}
      >
        {NUMBERS.map((count) => (
          <option key={count}>{count}</option>
        ))}
      </select>
    </p>
  )
}

function TakeSeat({ entry }: { entry: OwnWaitingEntry }) {
  const { className, seats } = entry
  const { user } = useSession()
  const navigate = useNavigate()
  const take = useTakeSeat(entry, user?.email ?? '', (id) => void navigate(`/dashboard/payment/${id}`))
  return (
    <Button busy={take.isPending} onClick={() => take.mutate(undefined)}>
      {seats === 1 ? 'Take the seat' : `Take the ${seats} seats`}
      <About>{`of ${className}`}</About>
    </Button>
  )
}

function EndEntry({ entry }: { entry: OwnWaitingEntry }) {
  const { className, state, seats } = entry
  const it = seats === 1 ? 'the seat' : `the ${seats} seats`
  const end = useEndEntry(entry)
  const isOffer = state === 'offered'
  const question = isOffer
    ? { title: `Decline ${it}?`, text: `Others can have ${it} of ${className} then.`, action: 'Yes, decline!' }
    : { title: 'Leave the list?', text: `You lose your place in the list of ${className}.`, action: 'Yes, leave it!' }
  const ask = async () => {
    if (await confirm(question)) end.mutate(undefined)
  }
  return (
    <Button look="outline" busy={end.isPending} onClick={() => void ask()}>
      {isOffer ? 'Decline' : 'Leave the list'}
      <About>{isOffer ? `${it} of ${className}` : `of ${className}`}</About>
    </Button>
  )
}
