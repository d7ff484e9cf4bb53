import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { Guest, OwnSeat } from '#contract/seats.ts'
import { api, call } from '#web/api.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'
import { toMessage } from '#web/session/messages.ts'
import { About, Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { Field } from '#web/ui/field.tsx'
import { copyText } from '#web/ui/secrets/copy-text.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { useAction } from '#web/use-action.ts'
import { BuyMore } from './buy-more.tsx'

const { resolver, preload } = lazyResolver<Guest>(() => import('./guest.rules.ts'))

/** Participants in the seats of a date that the user has paid for: until it begins, they pass links on and name children. */
export default function Party({ runId, startsAt }: { runId: string; startsAt: number | null }) {
  const { data: seats = [] } = useSeats(runId)
  const hasBegun = startsAt !== null && startsAt <= Date.now()
  const [first] = seats
  if (!first) return null
  if (seats.length === 1 && isOwn(first)) return hasBegun ? null : <OwnSeatOnly seat={first} />
  return (
    <section aria-labelledby="party" className="grid gap-4">
      <h2 id="party" className="font-display text-2xl">
        {seats.length > 1 ? 'Your seats' : 'Your seat'}
      </h2>
      <ul className="grid gap-4">
        {seats.map((seat) => (
          <li key={seat._id} className="wrap-anywhere grid gap-2 border-line border-t pt-3">
            <p>{describeSeat(seat)}</p>
            {seat.link && <SeatLink seat={seat} link={seat.link} />}
            {!hasBegun && seat.student === null && <GuestForm seat={seat} />}
          </li>
        ))}
      </ul>
      {!hasBegun && <BuyMore date={first} />}
    </section>
  )
}

/** The actions of the only seat, which needs no list. */
function OwnSeatOnly({ seat }: { seat: OwnSeat }) {
  return (
    <>
      <GuestForm seat={seat} label="Give your seat to a child" />
      <BuyMore date={seat} />
    </>
  )
}

/** Returns whether the seat is the buyer's own: no other person has it or can claim it. */
function isOwn({ seat, link, student, guest }: OwnSeat): boolean {
  return seat === 1 && (link ?? student ?? guest) === null
}

function describeSeat(own: OwnSeat): string {
  const { seat, link, student, guest } = own
  const who = student ?? guest
  if (who !== null) return `Seat ${seat}: ${who}${student ? ', who has claimed it' : ''}`
  if (link !== null) return `Seat ${seat}: pass this link on. One person can claim the seat with it.`
  return isOwn(own) ? 'Seat 1: you' : `Seat ${seat}: not claimed`
}

/** The link, to copy or to withdraw. */
function SeatLink({ seat: { _id: id, seat }, link }: { seat: OwnSeat; link: string }) {
  const withdraw = useAction(() => call(api.withdrawSeatLink, { params: { id } }), {
    after: 'seatsChanged',
    done: 'The former link no longer works. This one is new.',
  })
  const ask = async () => {
    const text = 'Who has this link can no longer claim the seat. You get a new link.'
    if (await confirm({ title: 'Withdraw the link?', text, action: 'Yes, withdraw it!' })) withdraw.mutate()
  }
  return (
    <>
      <code className="text-sm">{link}</code>
      <div className="flex flex-wrap gap-2">
        <Button look="outline" className="btn-sm" onClick={() => void copyText(link)}>
          Copy the link
          <About>{`of seat ${seat}`}</About>
        </Button>
        <Button look="ghost" className="btn-sm" busy={withdraw.isPending} onClick={() => void ask()}>
          Withdraw the link
          <About>{`of seat ${seat}`}</About>
        </Button>
      </div>
    </>
  )
}

/** Gives the seat to a child, or to another person without an account. */
function GuestForm({ seat, label = 'For a child' }: { seat: OwnSeat; label?: string }) {
  const save = useNameGuest(seat)
  const { register, formState, setError, handleSubmit } = useForm<Guest>({
    resolver,
    defaultValues: { name: seat.guest ?? '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(({ name }) =>
    save(name).catch((error: unknown) => setError('root', { message: toMessage(error) })),
  )
  return (
    <details className="disclosure">
      <summary>
        {seat.guest === null ? label : 'Change the name'}
        <About>{`of seat ${seat.seat}`}</About>
      </summary>
      <form noValidate onSubmit={submit} onFocus={preload} className="mt-3 grid gap-3">
        <p className="text-sm text-soft">The instructor sees the name. E-mails about the class go to you.</p>
        <FormError message={errors.root?.message} />
        <Field label="Name of the child" autoComplete="off" error={errors.name?.message} {...register('name')} />
        <GuestButtons seat={seat} busy={isSubmitting} onRemove={() => void save(null).catch(report)} />
      </form>
    </details>
  )
}

const report = (error: unknown) => toastError(toMessage(error))

/** POST /seat/{id}/guest. */
function useNameGuest({ _id: id }: OwnSeat) {
  const client = useQueryClient()
  return async (name: string | null) => {
    await call(api.nameGuest, { params: { id }, body: { name } })
    toastSuccess(name === null ? 'The name is removed' : `${name} has the seat`)
    await refetchAfter(client, 'seatsChanged')
  }
}

function GuestButtons({
  seat: { seat, guest },
  busy,
  onRemove,
}: {
  seat: OwnSeat
  busy: boolean
  onRemove: () => void
}) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" look="outline" className="btn-sm" busy={busy}>
        Save the name
        <About>{`of seat ${seat}`}</About>
      </Button>
      {guest !== null && (
        <Button look="ghost" className="btn-sm" onClick={onRemove}>
          Remove the name
          <About>{`of seat ${seat}`}</About>
        </Button>
      )}
    </div>
  )
}

function useSeats(runId: string) {
  return useQuery({
    queryKey: queryKeys.seats,
    queryFn: () => call(api.listSeats),
    select: (seats) => seats.filter((seat) => seat.runId === runId),
  })
}
