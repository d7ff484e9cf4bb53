/** A submission, the remarks on a version of a picture, and the queue of staff. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { NewRemark, QueueQuery, Remark, RemarkChange, Submission } from '#contract/critique.ts'
import { api, call } from '#web/api.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { pagedQuery } from '#web/ui/lists/paged-query.ts'
import { storeTyped, typedName } from './typed-text.ts'

export function submissionQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.critique, 'submission', id],
    queryFn: () => call(api.getSubmission, { params: { id } }),
  })
}

export function remarksQuery(versionId: string) {
  return queryOptions({
    queryKey: [...queryKeys.critique, 'remarks', versionId],
    queryFn: () => call(api.listRemarks, { params: { id: versionId } }),
  })
}

export function useIsStaff(): boolean {
  const { role } = useSession()
  return role === 'instructor' || role === 'admin'
}

export function useQueue(query: QueueQuery) {
  return useQuery({
    ...pagedQuery([...queryKeys.critique, 'queue'], query, (requested) =>
      call.page(api.listCritiqueQueue, { query: requested }),
    ),
    enabled: useIsStaff(),
  })
}

/** Reads the times of first critiques in the classes of the user. */
export function useCritiqueTimes() {
  return useQuery({
    queryKey: [...queryKeys.critique, 'times'],
    queryFn: () => call(api.getCritiqueTimes),
    enabled: useIsStaff(),
  })
}

/** Reads the first of the queue, among which staff step. Returns a function that finds the submission before or after another. */
export function useNeighbors(enabled: boolean) {
  const { data = [] } = useQuery({
    queryKey: [...queryKeys.critique, 'first of queue'],
    queryFn: () => call(api.listCritiqueQueue, { query: { rows: 100 } }),
    enabled,
  })
  return (id: string, by: 1 | -1): string | undefined => {
    // A submission that waits no longer is before the first that does.
    const at = data.findIndex(({ _id }) => _id === id)
    return data[at + by]?._id
  }
}

/** The first submissions for a brief. */
export function useSubmissions(briefId: string, enabled: boolean) {
  return useQuery({
    queryKey: [...queryKeys.critique, 'submissions', briefId],
    queryFn: () => call.page(api.listSubmissions, { params: { id: briefId }, query: { rows: 100 } }),
    enabled,
  })
}

/** Records that the student reads new critique, once it is shown. */
export function useMarkRead({ _id, own, unread }: Pick<Submission, '_id' | 'own' | 'unread'>): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!own || !unread) return
    const mark = call(api.markSubmissionRead, { params: { id: _id } })
    // It stays unread where that fails.
    void mark.then(() => refetchAfter(client, 'critiqueChanged')).catch(() => undefined)
  }, [client, _id, own, unread])
}

/** Forgets a typed text as soon as it is saved: a reload before the end of the refetch would restore it. */
async function forgetOnceSaved<T>(name: string, sent: Promise<T>): Promise<T> {
  const result = await sent
  storeTyped(name, null)
  return result
}

/** Every call rejects with a CallError. What is shown is read again also then: a refusal comes of what has changed elsewhere. */
export function useCritiqueCalls(submissionId: string) {
  const client = useQueryClient()
  const refetch = () => refetchAfter(client, 'critiqueChanged')
  const send = async <T>(sent: Promise<T>): Promise<T> => sent.finally(refetch)
  const save = <T>(name: string, sent: Promise<T>) => send(forgetOnceSaved(name, sent))
  return {
    addRemark: (versionId: string, body: NewRemark) =>
      save(typedName.ofNewRemark(versionId), call(api.addRemark, { params: { id: versionId }, body })),
    changeRemark: ({ _id, version }: Remark, body: RemarkChange) =>
      save(typedName.ofRemark(_id), call(api.changeRemark, { params: { id: _id }, body }, { ifMatch: version })),
    deleteRemark: (id: string) => send(call(api.deleteRemark, { params: { id } })),
    answer: (id: string, text: string) =>
      save(typedName.ofAnswer(id), call(api.answerRemark, { params: { id }, body: { text } })),
    release: () => send(call(api.releaseCritique, { params: { id: submissionId } })),
    changeIntent: (id: string, intent: string) =>
      save(typedName.ofIntent(id), call(api.changePicture, { params: { id }, body: { intent } })),
    movePicture: (id: string, position: number) =>
      send(call(api.changePicture, { params: { id }, body: { position } })),
    deletePicture: (id: string) => send(call(api.deletePicture, { params: { id } })),
    refetchPictures: refetch,
  }
}
export type CritiqueCalls = ReturnType<typeof useCritiqueCalls>
