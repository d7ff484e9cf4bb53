import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Change, refetchAfter } from './queries.ts'
import { toastError, toastSuccess } from './ui/toasts.ts'

interface ActionOptions<Data, Variables> {
  /** What it changes: the queries that show it are read again, also after a failure. */
  after?: Change
  /** What to say once it is done, or to do. */
  done?: string | ((data: Data, variables: Variables) => unknown)
}

/** Returns the mutation of a button. A failure is shown as a toast. */
export function useAction<Data, Variables = void>(
  send: (variables: Variables) => Promise<Data>,
  { after, done }: ActionOptions<Data, Variables> = {},
): UseMutationResult<Data, Error, Variables> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (data, variables) => (typeof done === 'string' ? toastSuccess(done) : done?.(data, variables)),
    onError: (error) => toastError(error.message),
    onSettled: () => after && refetchAfter(client, after),
  })
}
