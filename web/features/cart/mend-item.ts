/** POST /cart/{id}/date: another date in place of an item; and POST /cart/{id}/price. */
import { useQueryClient } from '@tanstack/react-query'
import type { CartItem } from '#contract/cart.ts'
import { api, call } from '#web/api.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { useSingleMutation } from '#web/use-single-mutation.ts'

type OtherDate = Pick<CartItem, '_id' | 'runId'>

/** @param onMended receives the id of the new item */
export function useReplaceItem({ _id, runId }: OtherDate, onMended: (id: string) => void) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationKey: ['replace item', _id],
    mutationFn: () => call(api.changeCartDate, { params: { id: _id }, body: { runId } }),
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
export function useAcceptPrice({ _id: id, price }: CartItem, onMended: (id: string) => void) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationKey: ['accept price', id],
    mutationFn: () => call(api.acceptPrice, { params: { id }, body: { price } }),
    onSuccess: () => onMended(id),
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'priceAccepted'),
  })
}
