import { useNavigate } from 'react-router'
import type { OwnWaitingEntry } from '#contract/waiting.ts'
import { RunStart } from '#web/features/calendar/run-start.tsx'
import { Price } from '#web/school/price.tsx'
import { useSession } from '#web/session/use-session.ts'
import { About, Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { formatMoment } from '#web/ui/text/dates.ts'
import { describeEntry } from './describe-entry.ts'
import { useEndEntry, useOwnWaiting, useTakeSeat } from './waiting.query.ts'

/** The id of the section, to which e-mails lead. */
const ID = 'waiting'

/** The waiting lists that a student is on, and the seats that they are offered. Renders nothing without any. */
export function WaitingLists() {
  const entries = (useOwnWaiting().data ?? []).filter(({ state }) => state === 'waiting' || state === 'offered')
  if (entries.length === 0) return null
  const inOrder = entries.toSorted((a, b) => Number(b.takeable) - Number(a.takeable))
  return (
    <section id={ID} aria-labelledby="waiting-title" className="mt-14 max-w-3xl">
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
  const { className, takeable, offered_until } = entry
  return (
    <li className="flex-wrap">
      <div className="min-w-0 grow basis-64">
        <p className="wrap-anywhere font-display text-xl">{className}</p>
        <RunStart run={entry} />
        <p className="mt-1">
          {describeEntry(entry, offered_until === null ? '' : formatMoment(offered_until))}
          {takeable && (
            <>
              {' '}
              The price is <Price amount={entry.price} />.
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {takeable && <TakeSeat entry={entry} />}
        <EndEntry entry={entry} />
      </div>
    </li>
  )
}

function TakeSeat({ entry }: { entry: OwnWaitingEntry }) {
  const { user } = useSession()
  const navigate = useNavigate()
  const take = useTakeSeat(entry, user?.email ?? '', (id) => void navigate(`/dashboard/payment/${id}`))
  return (
    <Button busy={take.isPending} onClick={() => take.mutate(undefined)}>
      Take the seat
      <About>{`of ${entry.className}`}</About>
    </Button>
  )
}

function EndEntry({ entry }: { entry: OwnWaitingEntry }) {
  const { className, state } = entry
  const end = useEndEntry(entry)
  const isOffer = state === 'offered'
  const question = isOffer
    ? { title: 'Decline the seat?', text: `The next person gets the seat of ${className}.`, action: 'Yes, decline it!' }
    : { title: 'Leave the list?', text: `You lose your place in the list of ${className}.`, action: 'Yes, leave it!' }
  const ask = async () => {
    if (await confirm(question)) end.mutate(undefined)
  }
  return (
    <Button look="outline" busy={end.isPending} onClick={() => void ask()}>
      {isOffer ? 'Decline' : 'Leave the list'}
      <About>{isOffer ? `the seat of ${className}` : `of ${className}`}</About>
    </Button>
  )
}
