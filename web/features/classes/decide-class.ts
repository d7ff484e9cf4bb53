/** PATCH /status/approve/{id} and /status/deny/{id}, of the class as it was read. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CallError } from '#contract/call.ts'
import type { SchoolClass } from '#contract/classes.ts'
import { api, call } from '#web/api.ts'
import { toastError, toastSuccess, toastWarning } from '#web/ui/notices.ts'

const DECISIONS = {
  approve: { endpoint: api.approveClass, done: 'This Class Approved' },
  deny: { endpoint: api.denyClass, done: 'This Class Deny' },
} as const
export type Decision = keyof typeof DECISIONS

export function useDecideClass({ _id, className, version }: SchoolClass) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (decision: Decision) =>
      call(DECISIONS[decision].endpoint, { params: { id: _id } }, { ifMatch: version }),
    onSuccess: ({ modifiedCount }, decision) => {
      if (modifiedCount) toastSuccess(DECISIONS[decision].done)
      else toastWarning(`${className} does not wait any more: somebody else has been quicker.`)
    },
    onError: (error) => {
      if (error instanceof CallError && error.code === 'CHANGED_MEANWHILE')
        toastWarning(`${className} has changed since you read it. Please look at it once more.`)
      else toastError(error.message)
    },
    onSettled: () =>
      Promise.all(
        ['class', 'all classes', 'office figures', 'activity'].map((key) =>
          client.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  })
}
