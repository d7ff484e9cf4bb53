/** DELETE /cart/{id}, after a confirmation. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CartItem } from '#contract/cart.ts'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import { confirm, DELETE_CONFIRMATION } from '#web/ui/confirm.ts'
import { focusHeading, focusSoon, hasFocus } from '#web/ui/focus.ts'
import { popupSuccess, toastError } from '#web/ui/toasts.ts'

/** Returns the removal of one of `items`. The keyboard focus moves to the next row, or to the heading. */
export function useRemoveFromCart(items: CartItem[]) {
  const client = useQueryClient()
  const removal = useMutation({
    mutationFn: ({ _id }: CartItem) => call(api.removeCartItem, { params: { id: _id } }),
    onSuccess: ({ deletedCount }) => {
      if (deletedCount) popupSuccess('Deleted!', 'Your file has been deleted.')
    },
    onError: (error) => toastError(error.message),
    onSettled: async (_result, error, item) => {
      const button = document.getElementById(toButtonId(item._id))
      await refetchAfter(client, 'unselected')
      if (!error && (document.activeElement === button || !hasFocus())) focusAfter(items, item)
    },
  })
  return {
    /** The item that is being removed. */
    removing: removal.isPending ? removal.variables : null,
    remove: async (item: CartItem) => {
      const detail = `${item.className} leaves your cart. You can select it again while seats are left.`
      if (await confirm({ ...DELETE_CONFIRMATION, detail })) removal.mutate(item)
    },
  }
}

/** The id of an item's Delete button. */
export function toButtonId(itemId: string): string {
  return `delete-${itemId}`
}

function focusAfter(items: CartItem[], removed: CartItem): void {
  const neighbor = findNeighbor(items, removed)
  if (neighbor) focusSoon(() => document.getElementById(toButtonId(neighbor._id)))
  else focusHeading()
}

/** Returns the item below the removed one, or above it where it is the last. */
export function findNeighbor<T>(items: readonly T[], removed: T): T | undefined {
  const index = items.indexOf(removed)
  return items[index + 1] ?? items[index - 1]
}
