/** PATCH /status/approve/{id} and /status/deny/{id}, for the version of the class that the admin read. */
import { useQueryClient } from '@tanstack/react-query'
import type { SchoolClass } from '#contract/classes.ts'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import { toastError, toastSuccess, toastWarning } from '#web/ui/toasts.ts'
import { useSingleMutation } from '#web/use-single-mutation.ts'
import { isConflict } from './is-conflict.ts'

const DECISIONS = {
  approve: { endpoint: api.approveClass, message: 'This Class Approved' },
  deny: { endpoint: api.denyClass, message: 'This Class Deny' },
} as const
export type Decision = keyof typeof DECISIONS

export function useDecideClass({ _id, className, version }: SchoolClass) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationKey: ['decide class', _id],
    mutationFn: (decision: Decision) =>
      call(DECISIONS[decision].endpoint, { params: { id: _id } }, { ifMatch: version }),
    onSuccess: ({ modifiedCount }, decision) => {
      if (modifiedCount) toastSuccess(DECISIONS[decision].message)
      else toastWarning(`Nothing changed: another admin has already decided on ${className}.`)
    },
    onError: (error) => {
      if (isConflict(error)) toastWarning(`${className} has changed since you read it. Review it again, then decide.`)
      else toastError(error.message)
    },
    onSettled: () => refetchAfter(client, 'classDecided'),
  })
}
