/** GET /waiting: the student's entries of waiting lists; and what the student does with one. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnWaitingEntry } from '#contract/waiting.ts'
import { api, call } from '#web/api.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { useAction } from '#web/use-action.ts'
import { useSingleMutation } from '#web/use-single-mutation.ts'
import { describeSeats } from './describe-entry.ts'

export function useOwnWaiting() {
  const { role } = useSession()
  return useQuery({
    queryKey: queryKeys.ownWaiting,
    queryFn: () => call(api.listOwnWaiting),
    enabled: role === 'student',
  })
}

/** Leaves a list, or declines the offer of a seat. */
export function useEndEntry({ _id: id, state }: OwnWaitingEntry) {
  const client = useQueryClient()
  const input = { params: { id } }
  return useSingleMutation({
    mutationKey: ['end waiting', id],
    mutationFn: (): Promise<unknown> =>
      state === 'offered' ? call(api.declineOffer, input) : call(api.leaveWaitingList, input),
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'waitingChanged'),
  })
}

/** Changes for how many seats the student waits. */
export function useChangeNumber({ _id: id }: OwnWaitingEntry) {
  return useAction((seats: number) => call(api.changeWaitingSeats, { params: { id }, body: { seats } }), {
    after: 'waitingChanged',
    done: (_, seats) => toastSuccess(`You wait for ${describeSeats(seats)} now.`),
  })
}

/** Selects the seats of an entry, and passes the id of the cart item to pay for: an earlier one where the student has it. */
export function useTakeSeat(
  { _id, classId, runId, seats }: OwnWaitingEntry,
  email: string,
  onTaken: (cartId: string) => void,
) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationKey: ['take seat', _id],
    mutationFn: async () => {
      const cart = await call(api.listCart, { query: { email } })
      const item = cart.find((each) => each.classId === classId)
      if (item?.runId === runId && item.seats === seats) return item._id
      if (item) return (await call(api.changeCartDate, { params: { id: item._id }, body: { runId, seats } })).insertedId
      return (await call(api.selectClass, { body: { classId, runId, seats } })).insertedId
    },
    onSuccess: onTaken,
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'selected'),
  })
}
