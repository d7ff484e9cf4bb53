/** The calls of an import: reading it, and each of its steps. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Import, NewImportMatch, RowOutcome } from '#contract/import.ts'
import { api, call } from '#web/api.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { pagedQuery } from '#web/ui/lists/paged-query.ts'
import { toastError } from '#web/ui/toasts.ts'
import { useSingleMutation } from '#web/use-single-mutation.ts'

const toKey = (id: string) => [...queryKeys.imports, id]

export function useImports() {
  const { role } = useSession()
  const isAdmin = role === 'admin'
  return useQuery({ queryKey: queryKeys.imports, queryFn: () => call(api.listImports), enabled: isAdmin })
}

export function useImport(id: string) {
  const { role } = useSession()
  const queryFn = () => call(api.getImport, { params: { id } })
  return useQuery({ queryKey: toKey(id), queryFn, enabled: role === 'admin' })
}

export function useImportRows({ _id: id, status }: Import, outcome: RowOutcome, page: number) {
  const params = { id }
  const read = () => call.page(api.listImportRows, { params, query: { outcome, page } })
  return useQuery(pagedQuery([...toKey(id), status, outcome], { page }, read))
}

/** Goes on with the check while rows are left. It stops at an error, until `retry`. */
export function useCheck(current: Import) {
  const client = useQueryClient()
  const { _id: id, status } = current
  const { mutate, error } = useMutation({
    mutationFn: () => call(api.checkImport, { params: { id } }),
    onSuccess: (next) => client.setQueryData(toKey(id), next),
  })
  // Each response is another object, and begins the next step.
  useEffect(() => {
    if (current.status === 'checking') mutate()
  }, [current, mutate])
  return { error: status === 'checking' ? error : null, retry: () => mutate() }
}

/** A step that changes the import, and returns it. */
function useStep<Input>(
  step: string,
  { _id: id }: Import,
  send: (input: Input) => Promise<Import>,
  onDone?: () => void,
) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationKey: [step, id],
    mutationFn: send,
    onSuccess: (next) => {
      client.setQueryData(toKey(id), next)
      onDone?.()
    },
    onError: (error) => {
      toastError(error.message)
      void client.invalidateQueries({ queryKey: toKey(id) })
    },
    onSettled: () => refetchAfter(client, 'imported'),
  })
}

export function useMatch(current: Import, onDone: () => void) {
  const { _id: id, version: ifMatch } = current
  const send = (body: NewImportMatch) => call(api.matchImport, { params: { id }, body }, { ifMatch })
  return useStep('match', current, send, onDone)
}

export function useApply(current: Import) {
  const { _id: id, version: ifMatch } = current
  return useStep('apply', current, () => call(api.applyImport, { params: { id } }, { ifMatch }))
}

export function useUndo(current: Import) {
  return useStep('undo', current, () => call(api.undoImport, { params: { id: current._id } }))
}

export function useDiscard({ _id: id }: Import, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.discardImport, { params: { id } }),
    onSuccess: onDone,
    onError: (error) => toastError(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.imports, exact: true }),
  })
}
