/** The calls of admins about the words of e-mails. */
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { EmailChange, EmailTemplate, EmailWords } from '#contract/emails.ts'
import { api, call } from '#web/api.ts'
import type { ContentCalls } from '#web/forms/use-content-form.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'

export const emailsQuery = queryOptions({ queryKey: queryKeys.emails, queryFn: () => call(api.listEmails) })

export const emailQuery = (id: string) =>
  queryOptions({ queryKey: [...queryKeys.email, id], queryFn: () => call(api.getEmail, { params: { id } }) })

export const emailPreviewQuery = (id: string, words: EmailWords) =>
  queryOptions({
    queryKey: [...queryKeys.emailPreview, id, words],
    queryFn: () => call(api.previewEmail, { params: { id }, body: words }),
    enabled: words.subject !== '' && words.text !== '',
    placeholderData: keepPreviousData,
  })

export interface EmailCalls extends Omit<ContentCalls<EmailTemplate, never, EmailChange>, 'add' | 'remove'> {
  reset: (version: number) => Promise<void>
  /** Resolves with the address. */
  test: (words: EmailWords) => Promise<string>
}

/** Every call rejects with a CallError. */
export function useEmailCalls(id: string): EmailCalls {
  const client = useQueryClient()
  const params = { id }
  const refetch = () => refetchAfter(client, 'emailsChanged')
  return {
    change: (_id, body, ifMatch) => call(api.changeEmail, { params, body }, { ifMatch }).then(refetch),
    reload: async () => [await client.fetchQuery({ ...emailQuery(id), staleTime: 0 })],
    reset: (ifMatch) => call(api.resetEmail, { params }, { ifMatch }).then(refetch),
    test: async (body) => (await call(api.testEmailWords, { params, body })).email,
  }
}
