import { useDeliveries } from '#web/features/webhooks/deliveries.query.ts'
import { DELIVERY_COLUMNS } from '#web/features/webhooks/delivery-columns.tsx'
import { useWebhooks } from '#web/features/webhooks/webhooks.query.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { useListState } from '#web/ui/lists/list-state.ts'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Empty } from '#web/ui/states.tsx'
import type { Route } from './+types/webhook-deliveries.ts'

export const handle = {
  within: '/dashboard/api',
  screenshots: [{ name: 'webhook', fill: 'webhookId' }],
} satisfies PageHandle

/** The attempts to deliver messages to one webhook. */
export default function WebhookDeliveries({ params: { id } }: Route.ComponentProps) {
  const list = useListState(DELIVERY_COLUMNS)
  const { data: webhooks } = useWebhooks()
  const url = webhooks?.find(({ _id }) => _id === id)?.url
  return (
    <>
      <PageTitle page="Deliveries" />
      <PagedList
        title="Deliveries"
        count="Total Deliveries"
        noun="deliveries"
        hint="Event or problem"
        list={list}
        query={useDeliveries(id, list.query)}
        columns={DELIVERY_COLUMNS}
        rowKey={({ _id }) => _id}
        empty={<NoDeliveries />}
      >
        <p className="wrap-anywhere -mt-5 mb-8 text-lg text-soft">{url}</p>
      </PagedList>
    </>
  )
}

function NoDeliveries() {
  return (
    <Empty sentence="Nothing was sent in the last 30 days.">
      <ButtonLink to="/dashboard/api">Webhooks</ButtonLink>
    </Empty>
  )
}
