import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CartItem } from '#contract/cart.ts'
import { api, call } from '#web/api.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'
import { Price } from '#web/school/price.tsx'
import { useSchool } from '#web/school/school.ts'
import { About, Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/lists/choice.tsx'
import { SEAT_NUMBERS } from '#web/ui/seat-numbers.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { useSingleMutation } from '#web/use-single-mutation.ts'
import { describeDate, describeNextStep, describeProblem } from './cart-problem.ts'

interface ItemProblemProps {
  item: CartItem
  /** Called with the id of the item that can be paid now: another one after a change of the date. */
  onMended: (id: string) => void
}

/** Reason that a selected class cannot be paid, and the remedy. */
export function ItemProblem({ item, onMended }: ItemProblemProps) {
  return (
    <div className="grid gap-3">
      <ProblemText item={item} />
      <ProblemChoices item={item} onMended={onMended} />
    </div>
  )
}

export function ProblemText({ item }: { item: CartItem }) {
  return (
    <p>
      <span className="text-error-ink">
        {describeProblem(item)}
        {item.problem === 'dearer' && (
          <>
            {' '}
            It was <Price amount={item.selected_price} /> and is now <Price amount={item.price} />.
          </>
        )}
      </span>{' '}
      {describeNextStep(item)}
    </p>
  )
}

/** Offers what helps: another date, or the present price. */
export function ProblemChoices({ item, onMended }: ItemProblemProps) {
  return (
    <>
      {item.problem === 'dearer' && <AcceptPrice item={item} onMended={onMended} />}
      {item.dates.length > 0 && <OtherDates item={item} onMended={onMended} />}
    </>
  )
}

function AcceptPrice({ item, onMended }: ItemProblemProps) {
  const { mutate, isPending } = useAcceptPrice(item, onMended)
  return (
    <Button className="btn-sm justify-self-start" busy={isPending} onClick={() => mutate(undefined)}>
      Accept <Price amount={item.price} />
      <About>{`for ${item.className}`}</About>
    </Button>
  )
}

/** Replaces an item by another date of its class. */
export function OtherDates({ item: { _id, dates, className }, onMended }: ItemProblemProps) {
  const { currencyDecimals, currencySign } = useSchool()
  const [chosen, choose] = useState(dates[0]?._id ?? '')
  // The dates may have been read again.
  const runId = dates.some((date) => date._id === chosen) ? chosen : (dates[0]?._id ?? '')
  const { mutate, isPending } = useReplaceItem({ _id, runId }, onMended)
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Choice
        label="Date"
        className="min-w-0 max-w-full grow basis-56 sm:max-w-80"
        value={runId}
        options={dates.map((date) => ({ value: date._id, label: describeDate(date, currencyDecimals, currencySign) }))}
        onChoose={choose}
      />
      <Button look="outline" busy={isPending} onClick={() => mutate(undefined)}>
        Select this date
        <About>{`of ${className}`}</About>
      </Button>
    </div>
  )
}

/** Replaces an item by another number of seats. */
export function OtherNumber({ item: { _id, runId, seats, className }, onMended }: ItemProblemProps) {
  const [chosen, choose] = useState(String(seats))
  const { mutate, isPending } = useReplaceItem({ _id, runId, seats: Number(chosen) }, onMended)
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Choice label="Seats" value={chosen} options={SEAT_NUMBERS} onChoose={choose} />
      <Button look="outline" busy={isPending} disabled={chosen === String(seats)} onClick={() => mutate(undefined)}>
        Change
        <About>{`the seats of ${className}`}</About>
      </Button>
    </div>
  )
}

/** POST /cart/{id}/date: another date or number of seats in place of an item; and POST /cart/{id}/price. */
type OtherDate = Pick<CartItem, '_id' | 'runId'> & Partial<Pick<CartItem, 'seats'>>

/** @param onMended receives the id of the new item */
function useReplaceItem({ _id, runId, seats }: OtherDate, onMended: (id: string) => void) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationKey: ['replace item', _id],
    mutationFn: () => call(api.changeCartDate, { params: { id: _id }, body: { runId, seats } }),
    onSuccess: ({ insertedId }) => {
      toastSuccess('Select the class successfully!')
      onMended(insertedId)
    },
    // The date may have been taken since, or the card charged before the hold of the item was released.
    onError: async (error) => {
      toastError(error.message)
      await client.invalidateQueries({ queryKey: [...queryKeys.cartItem, _id] })
    },
    onSettled: () => refetchAfter(client, 'unselected'),
  })
}

/** Accepts the price that the student has read. */
function useAcceptPrice({ _id: id, price }: CartItem, onMended: (id: string) => void) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationKey: ['accept price', id],
    mutationFn: () => call(api.acceptPrice, { params: { id }, body: { price } }),
    onSuccess: () => onMended(id),
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'priceAccepted'),
  })
}
