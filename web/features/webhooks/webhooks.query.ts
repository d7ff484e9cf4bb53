/** GET and POST /webhooks, PATCH and DELETE /webhook/{id}, and POST /webhook/{id}/secret, for admins. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NewWebhook, Webhook } from '#contract/webhooks.ts'
import { api, call } from '#web/api.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { useAction } from '#web/use-action.ts'

export function useWebhooks() {
  const { role } = useSession()
  return useQuery({ queryKey: queryKeys.webhooks, queryFn: () => call(api.listWebhooks), enabled: role === 'admin' })
}

export function useCreateWebhook() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewWebhook) => call(api.createWebhook, { body }),
    onSuccess: () => refetchAfter(client, 'webhooksChanged'),
  })
}

export type WebhookAction = 'enable' | 'disable' | 'rotate' | 'delete'

/** Runs an action on a webhook. Resolves with the new secret of `rotate`, otherwise with null. */
export function useWebhookAction({ _id }: Webhook) {
  return useAction((action: WebhookAction) => runAction(_id, action), { after: 'webhooksChanged' })
}

async function runAction(id: string, action: WebhookAction): Promise<string | null> {
  const params = { id }
  if (action === 'rotate') return (await call(api.rotateWebhookSecret, { params })).secret
  if (action === 'delete') await call(api.deleteWebhook, { params })
  else await call(api.changeWebhook, { params, body: { enabled: action === 'enable' } })
  return null
}
