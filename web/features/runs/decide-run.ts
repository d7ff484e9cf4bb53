/** POST /run/{id}/cancellation, after a confirmation, POST /run/{id}/confirmation and POST /run/{id}/closing. */
import { useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import { confirm } from '#web/ui/confirm.ts'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { popupSuccess, toastError, toastSuccess } from '#web/ui/toasts.ts'
import { useSingleMutation } from '#web/use-single-mutation.ts'
import { describeCancellation } from './describe-run.ts'
import type { RunOfClass } from './sort-runs.ts'

export function useCancelRun({ run, className }: RunOfClass) {
  const client = useQueryClient()
  const cancellation = useSingleMutation({
    mutationKey: ['cancel run', run._id],
    mutationFn: () => call(api.cancelRun, { params: { id: run._id } }),
    onSuccess: () => popupSuccess('This Date Is Canceled', run.enroll > 0 ? 'We refund and e-mail its students.' : ''),
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'runCanceled'),
  })
  const question = {
    title: 'Are you sure?',
    text: "You won't be able to revert this!",
    detail: describeCancellation(run, className),
    action: 'Yes, cancel this date!',
    decline: 'Keep this date',
  }
  return {
    isCanceling: cancellation.isPending,
    /** Keeps the focus in the row that holds `control`. */
    cancel: async (control: Element) => {
      if (await confirm(question)) await keepRowFocus(control, () => cancellation.mutate(undefined))
    },
  }
}

/** Ends the sale of seats without a date. */
export function useCloseRun({ run }: RunOfClass) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationKey: ['close run', run._id],
    mutationFn: () => call(api.closeRun, { params: { id: run._id } }),
    onSuccess: () => toastSuccess('Seats without a date are no longer for sale.'),
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'runSaved'),
  })
}

export function useConfirmRun({ run }: RunOfClass) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationKey: ['confirm run', run._id],
    mutationFn: () => call(api.confirmRun, { params: { id: run._id } }),
    onSuccess: () => toastSuccess('Date confirmed.'),
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'runSaved'),
  })
}
