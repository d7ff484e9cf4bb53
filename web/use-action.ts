import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Change, refetchAfter } from './queries.ts'
import { toastError, toastSuccess } from './ui/toasts.ts'

interface ActionOptions<Data, Variables> {
  /** The change that it makes: the queries that show it are read again, also after a failure. */
  after?: Change
  /** Message or callback after success. */
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
