/** GET /webhook/{id}/deliveries and POST /webhook-delivery/{id}/repetition, for admins. */
import { useQuery } from '@tanstack/react-query'
import type { ListQuery } from '#contract/values/pagination.ts'
import type { WebhookDelivery } from '#contract/webhooks.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { pagedQuery } from '#web/ui/lists/paged-query.ts'
import { useAction } from '#web/use-action.ts'

const POLL_MS = 3000

/** Reads a page of the deliveries, and polls it: the attempts are made beside the requests. */
export function useDeliveries(id: string, query: ListQuery<'created_at'>) {
  const { role } = useSession()
  const list = [...queryKeys.webhookDeliveries, id]
  return useQuery({
    ...pagedQuery(list, query, (page) => call.page(api.listWebhookDeliveries, { params: { id }, query: page })),
    enabled: role === 'admin',
    refetchInterval: POLL_MS,
  })
}

export function useSendAgain() {
  return useAction(({ _id }: WebhookDelivery) => call(api.sendWebhookAgain, { params: { id: _id } }), {
    after: 'webhookSent',
    done: 'Sending it again',
  })
}
