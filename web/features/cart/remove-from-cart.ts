/** DELETE /cart/{id}, after asking. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CartItem } from '#contract/cart.ts'
import { api, call } from '#web/api.ts'
import { confirm, DELETE_QUESTION } from '#web/ui/confirm.ts'
import { popupSuccess, toastError } from '#web/ui/notices.ts'

export function useRemoveFromCart() {
  const client = useQueryClient()
  const removal = useMutation({
    mutationFn: ({ _id }: CartItem) => call(api.removeCartItem, { params: { id: _id } }),
    onSuccess: ({ deletedCount }) => {
      if (deletedCount) popupSuccess('Deleted!', 'Your file has been deleted.')
    },
    onError: (error) => toastError(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: ['cart'] }),
  })
  return {
    /** The item on its way out. */
    removing: removal.isPending ? removal.variables : null,
    remove: async (item: CartItem) => {
      if (await confirm(DELETE_QUESTION)) removal.mutate(item)
    },
  }
}
