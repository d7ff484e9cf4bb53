import { type ReactNode, useId, useState } from 'react'
import type { CancellationChoice, ChoiceRequest, RunChoice } from '#contract/choices.ts'
import { formatCount } from '#contract/values/count.ts'
import { formatMajor, toMajor, toMinor } from '#contract/values/money.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { type Confirmation, confirm } from '#web/ui/confirm.ts'
import { Choice } from '#web/ui/lists/choice.tsx'
import { formatDeadline } from '#web/ui/text/deadline.ts'
import { useChoose } from './choices.query.ts'

interface ChoiceProps {
  runId: string
  choice: RunChoice
}

/** A buyer's choices for a date or a class that does not take place. */
export function ChoiceForm({ runId, choice }: ChoiceProps) {
  const { className, seats, until, chosen } = choice
  const isOpen = chosen === null && until > Date.now()
  return (
    <div className="grid gap-6">
      <h1 className="break-words font-display text-4xl sm:text-5xl">{className}</h1>
      <p className="max-w-prose">{describeCanceled(choice)}</p>
      {seats > 1 && <p>Your choice is for all {formatCount(seats, 'seat')} that you have paid for.</p>}
      {isOpen && isReturned(choice) ? (
        <Returned />
      ) : isOpen ? (
        <Options runId={runId} choice={choice} />
      ) : (
        <Made choice={choice} />
      )}
    </div>
  )
}

function describeCanceled({ reason, ...start }: RunChoice): string {
  const what = reason === 'withdrawn' ? 'This class does not take place' : 'We have canceled your date of this class'
  return `${what}: ${describeStart(start)}. We are sorry.`
}

function describeStart({ starts, time_zone }: Pick<RunChoice, 'starts' | 'time_zone'>): string {
  return starts === null ? 'without a fixed date' : formatClockTime(starts, time_zone)
}

/** True if the school has given everything back in the meantime. */
function isReturned({ is_reduced: isReduced, refund, credit }: RunChoice): boolean {
  return isReduced && refund === 0 && credit === 0
}

function Returned() {
  return (
    <>
      <p role="status">We have given back all that you paid. There is nothing left to choose.</p>
      <ButtonLink to="/dashboard/payment-history">Payment History</ButtonLink>
    </>
  )
}

const MADE: Record<CancellationChoice, string> = {
  date: 'You have chosen another date. You find it under My Enrolled Classes.',
  credit: 'We have given you credit. You can use it when you pay for a class.',
  money: 'Your money goes back. Payment History shows how far it is.',
}

function Made({ choice: { chosen } }: Pick<ChoiceProps, 'choice'>) {
  return (
    <>
      <p role="status">{chosen ? MADE[chosen] : 'The time to choose is over. We refund what you have paid.'}</p>
      <ButtonLink to={chosen === 'date' ? '/dashboard/enroll-class' : '/dashboard/payment-history'}>
        {chosen === 'date' ? 'My Enrolled Classes' : 'Payment History'}
      </ButtonLink>
    </>
  )
}

/** The options that there are: other dates with free seats, credit, and the card. */
function Options({ runId, choice }: ChoiceProps) {
  const { refund, credit, currency, dates, until, until_clock, time_zone } = choice
  const { mutate, isPending } = useChoose(runId)
  const all = toMajor((toMinor(refund, currency) ?? 0) + (toMinor(credit, currency) ?? 0), currency)
  const total = formatMajor(all, currency)
  const ask = async (body: ChoiceRequest, text: string) => {
    if (await confirm(toQuestion(text))) mutate(body)
  }
  return (
    <>
      <p className="max-w-prose">
        {all > 0 || dates.length > 0
          ? 'Choose by'
          : 'No other date is free now. If one becomes free, you can take it here by'}{' '}
        <time dateTime={new Date(until).toISOString()}>{formatDeadline(until_clock, time_zone)}</time>.{' '}
        {all > 0 && `Without an answer, ${describeDefault(choice)}.`}
      </p>
      {choice.is_reduced && (
        <p className="max-w-prose">
          Another date is no longer a choice, because we have given back a part of your payment.
        </p>
      )}
      <div className="choice-options">
        <Dates dates={dates} currency={currency} isBusy={isPending} ask={ask} />
        {all > 0 && (
          <Option title={`${total} as credit`} text="You can pay for any class with it. It does not expire.">
            <Button
              look="outline"
              busy={isPending}
              onClick={() => ask({ choice: 'credit' }, `You get ${total} as credit.`)}
            >
              Take the credit
            </Button>
          </Option>
        )}
        {refund > 0 && (
          <Option title={describeMoney(choice)} text="Allow 5–10 days.">
            <Button
              look="outline"
              busy={isPending}
              onClick={() => ask({ choice: 'money' }, `${describeMoney(choice)}.`)}
            >
              Take the money
            </Button>
          </Option>
        )}
      </div>
    </>
  )
}

function toQuestion(text: string): Confirmation {
  return { title: 'Is this your choice?', text, detail: 'You cannot change it later.', action: 'Yes, this one' }
}

function describeMoney({ refund, credit, currency }: RunChoice): string {
  const rest = credit > 0 ? `, and ${formatMajor(credit, currency)} as credit` : ''
  return `${formatMajor(refund, currency)} back to your card${rest}`
}

function describeDefault({ refund }: RunChoice): string {
  return refund > 0 ? 'we refund your card' : 'you get the credit'
}

interface DatesProps extends Pick<RunChoice, 'dates' | 'currency'> {
  isBusy: boolean
  ask: (body: ChoiceRequest, text: string) => void
}

function Dates({ dates, currency, isBusy, ask }: DatesProps) {
  const [value, setValue] = useState<string>()
  const chosen = dates.find(({ runId }) => runId === value) ?? dates[0]
  if (!chosen) return null
  const less = chosen.credit > 0 ? ` You get the difference, ${formatMajor(chosen.credit, currency)}, as credit.` : ''
  const options = dates.map((date) => ({ value: date.runId, label: describeStart(date) }))
  const start = describeStart(chosen)
  return (
    <Option title="Another date" text={`A dearer date costs you nothing more.${less}`}>
      <Choice label="Date" options={options} value={chosen.runId} onChoose={setValue} className="min-w-0 max-w-full" />
      <Button
        busy={isBusy}
        onClick={() => ask({ choice: 'date', runId: chosen.runId }, `Your date is ${start}.${less}`)}
      >
        Take this date
      </Button>
    </Option>
  )
}

function Option({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid content-start justify-items-start gap-3 border-line border-t pt-4">
      <h2 id={id} className="font-display text-2xl">
        {title}
      </h2>
      <p className="text-soft">{text}</p>
      {children}
    </section>
  )
}
