import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { OwnSeat } from '#contract/seats.ts'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/lists/choice.tsx'
import { SEAT_NUMBERS } from '#web/ui/seat-numbers.ts'
import { toastError } from '#web/ui/toasts.ts'
import { useSingleMutation } from '#web/use-single-mutation.ts'

/** Selects further seats of the date for other people, and leads to their payment. */
export function BuyMore({ date }: { date: Pick<OwnSeat, 'classId' | 'runId'> }) {
  const [seats, choose] = useState('1')
  const { mutate, isPending } = useSelectFurther(date, Number(seats))
  return (
    <details className="disclosure">
      <summary>Buy more seats for others</summary>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <Choice label="Seats" value={seats} options={SEAT_NUMBERS} onChoose={choose} />
        <Button look="outline" busy={isPending} onClick={() => mutate(undefined)}>
          Buy seats
        </Button>
      </div>
    </details>
  )
}

function useSelectFurther({ classId, runId }: Pick<OwnSeat, 'classId' | 'runId'>, seats: number) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useSingleMutation({
    mutationKey: ['select further seats', runId],
    mutationFn: () => call(api.selectClass, { body: { classId, runId, seats, for_others: true } }),
    onSuccess: ({ insertedId }) => void navigate(`/dashboard/payment/${insertedId}`),
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'selected'),
  })
}
