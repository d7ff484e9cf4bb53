/** GET /run/{id}/waiting and POST /waiting/{id}/offer, for the staff. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ListedWaitingEntry, WaitingQuery } from '#contract/waiting.ts'
import { api, call } from '#web/api.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'
import { pagedQuery } from '#web/ui/lists/paged-query.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'

export function useRunWaiting(id: string, query: WaitingQuery) {
  return useQuery(
    pagedQuery([...queryKeys.waiting, id], query, (page) =>
      call.page(api.listWaiting, { params: { id }, query: page }),
    ),
  )
}

/** Offers a seat to an entry before the others. */
export function useOfferOutOfOrder({ _id: id, name, seats }: ListedWaitingEntry) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) => call(api.offerOutOfOrder, { params: { id }, body: { reason } }),
    onSuccess: () =>
      toastSuccess(`${name} gets ${seats === 1 ? 'the next seat' : `${seats} seats, once so many are free`}`),
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'seatOffered'),
  })
}
