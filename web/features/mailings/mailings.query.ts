/** The calls of admins about newsletters and messages. */
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Mailing, MailingChange, NewMailing } from '#contract/mailings.ts'
import type { ListQuery } from '#contract/values/pagination.ts'
import { api, call } from '#web/api.ts'
import type { ContentCalls } from '#web/forms/use-content-form.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { pagedQuery } from '#web/ui/lists/paged-query.ts'

const POLL_MS = 2000

/** Polled while one of them is being sent. */
export function useMailings(query: ListQuery<'created_at' | 'subject'>) {
  const { role } = useSession()
  return useQuery({
    ...pagedQuery(queryKeys.mailings, query, (params) => call.page(api.listMailings, { query: params })),
    enabled: role === 'admin',
    refetchInterval: ({ state: { data } }) => data?.rows.some(({ state }) => state === 'sending') === true && POLL_MS,
  })
}

export const mailingQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.mailing, id],
    queryFn: () => call(api.getMailing, { params: { id } }),
    refetchInterval: ({ state: { data } }) => data?.state === 'sending' && POLL_MS,
  })

export const mailingClassesQuery = queryOptions({
  queryKey: queryKeys.mailingClasses,
  queryFn: () => call(api.listMailingClasses),
})

export const mailingPreviewQuery = (text: string) =>
  queryOptions({
    queryKey: [...queryKeys.mailingPreview, text],
    queryFn: () => call(api.previewMailing, { body: { text } }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })

export interface MailingCalls extends ContentCalls<Mailing, NewMailing, MailingChange> {
  count: (id: string) => Promise<number>
  test: (id: string) => Promise<string>
  send: (id: string, version: number) => Promise<number>
  stop: (id: string) => Promise<void>
  continueSending: (id: string) => Promise<void>
  retry: (id: string) => Promise<number>
}

/**
 * Every call rejects with a CallError.
 * @param onAdded receives the id of a new draft
 */
export function useMailingCalls(id: string | null, onAdded: (id: string) => void = () => {}): MailingCalls {
  const client = useQueryClient()
  const refetch = () => refetchAfter(client, 'mailingsChanged')
  const withRefetch = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work
    await refetch()
    return result
  }
  return {
    add: (body) => withRefetch(call(api.addMailing, { body })).then(({ insertedId }) => onAdded(insertedId)),
    change: (each, body, ifMatch) =>
      withRefetch(call(api.changeMailing, { params: { id: each }, body }, { ifMatch })).then(() => {}),
    remove: (each) => withRefetch(call(api.deleteMailing, { params: { id: each } })).then(() => {}),
    reload: async () => (id === null ? [] : [await client.fetchQuery({ ...mailingQuery(id), staleTime: 0 })]),
    count: async (each) => (await call(api.countMailingRecipients, { params: { id: each } })).count,
    test: async (each) => (await call(api.testMailing, { params: { id: each } })).email,
    send: async (each, ifMatch) =>
      (await withRefetch(call(api.sendMailing, { params: { id: each } }, { ifMatch }))).queuedCount,
    stop: (each) => withRefetch(call(api.stopMailing, { params: { id: each } })).then(() => {}),
    continueSending: (each) => withRefetch(call(api.continueMailing, { params: { id: each } })).then(() => {}),
    retry: async (each) => (await withRefetch(call(api.retryMailing, { params: { id: each } }))).modifiedCount,
  }
}

/** GET /newsletter/subscribers/count; undefined until it is read. */
export function useSubscriberCount(): number | undefined {
  const query = { queryKey: [...queryKeys.mailings, 'subscribers'], queryFn: () => call(api.countSubscribers) }
  return useQuery(query).data?.subscribers
}
