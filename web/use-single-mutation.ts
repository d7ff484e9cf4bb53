import { type MutationKey, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'

interface SingleMutationOptions<Data, Variables> extends UseMutationOptions<Data, Error, Variables> {
  mutationKey: MutationKey
}

/**
 * Returns `useMutation`, except that `mutate` does nothing while a mutation with the same key runs: a double click comes before
 * the button is rendered as busy, and must send one request. It resolves when the mutation has settled, and never rejects.
 */
export function useSingleMutation<Data, Variables>(options: SingleMutationOptions<Data, Variables>) {
  const client = useQueryClient()
  const mutation = useMutation(options)
  const mutate = async (variables: Variables): Promise<void> => {
    const isRunning = client.isMutating({ mutationKey: options.mutationKey, exact: true }) > 0
    if (!isRunning) await mutation.mutateAsync(variables).catch(() => undefined)
  }
  return { ...mutation, mutate }
}
