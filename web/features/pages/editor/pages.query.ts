/** GET, POST, PATCH and DELETE of pages and their versions, for admins. */
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useRevalidator } from 'react-router'
import type { ManagedPage, NewPage, PageChange } from '#contract/pages.ts'
import { api, call } from '#web/api.ts'
import type { ContentCalls } from '#web/forms/use-content-form.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'

export const pagesQuery = queryOptions({ queryKey: queryKeys.pages, queryFn: () => call(api.listPages) })

export const pageVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.pageVersions, id],
    queryFn: () => call(api.listPageVersions, { params: { id } }),
  })

export const pageVersionQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: [...queryKeys.pageVersions, id, version],
    queryFn: () => call(api.getPageVersion, { params: { id, version } }),
  })

export const previewQuery = (text: string) =>
  queryOptions({
    queryKey: [...queryKeys.pagePreview, text],
    queryFn: () => call(api.previewPage, { body: { text } }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })

export interface PageCalls extends ContentCalls<ManagedPage, NewPage, PageChange> {
  restore: (id: string, version: number, ifMatch: number) => Promise<void>
}

/** Every call rejects with a CallError. Menu and footer of this page then show the change too. */
export function usePageCalls(): PageCalls {
  const client = useQueryClient()
  const { revalidate } = useRevalidator()
  const refetch = async () => {
    await refetchAfter(client, 'pagesChanged')
    await revalidate()
  }
  return {
    add: (body) => call(api.addPage, { body }).then(refetch),
    change: (id, body, ifMatch) => call(api.changePage, { params: { id }, body }, { ifMatch }).then(refetch),
    remove: (id) => call(api.deletePage, { params: { id } }).then(refetch),
    restore: (id, version, ifMatch) =>
      call(api.restorePageVersion, { params: { id, version } }, { ifMatch }).then(refetch),
    reload: () => client.fetchQuery({ ...pagesQuery, staleTime: 0 }),
  }
}
