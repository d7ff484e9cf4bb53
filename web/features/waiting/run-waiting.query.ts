/** GET /run/{id}/waiting and POST /waiting/{id}/offer, for the staff. */
import { useQuery } from '@tanstack/react-query'
import type { ListedWaitingEntry, WaitingQuery } from '#contract/waiting.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { pagedQuery } from '#web/ui/lists/paged-query.ts'
import { toastSuccess } from '#web/ui/toasts.ts'
import { useAction } from '#web/use-action.ts'

export function useRunWaiting(id: string, query: WaitingQuery) {
  return useQuery(
    pagedQuery([...queryKeys.waiting, id], query, (page) =>
      call.page(api.listWaiting, { params: { id }, query: page }),
    ),
  )
}

/** Offers a seat to an entry before the others. */
export function useOfferOutOfOrder({ _id: id, name, seats }: ListedWaitingEntry) {
  return useAction((reason: string) => call(api.offerOutOfOrder, { params: { id }, body: { reason } }), {
    after: 'seatOffered',
    done: () => toastSuccess(`${name} gets ${seats === 1 ? 'the next seat' : `${seats} seats, once so many are free`}`),
  })
}
