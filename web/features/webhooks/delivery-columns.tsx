import type { WebhookDelivery } from '#contract/webhooks.ts'
import { About, Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/lists/table.tsx'
import { formatMoment } from '#web/ui/text/dates.ts'
import { useSendAgain } from './deliveries.query.ts'

/** The columns of the delivery log. */
export const DELIVERY_COLUMNS: Column<WebhookDelivery, 'created_at'>[] = [
  {
    header: 'When',
    sort: 'created_at',
    cell: ({ created_at }) => <time dateTime={new Date(created_at).toISOString()}>{formatMoment(created_at)}</time>,
  },
  { header: 'Event', cell: ({ type }) => type },
  { header: 'Attempt', cell: ({ attempt }) => attempt },
  { header: 'Status', cell: (delivery) => <Status delivery={delivery} /> },
  { header: 'Duration', cell: ({ duration }) => `${duration} ms` },
  { header: 'Action', end: true, cell: (delivery) => <SendAgain delivery={delivery} /> },
]

function Status({ delivery: { status, problem } }: { delivery: WebhookDelivery }) {
  if (problem === null) return `${status} delivered`
  return <p className="wrap-anywhere max-w-56 text-error-ink">{problem}</p>
}

function SendAgain({ delivery }: { delivery: WebhookDelivery }) {
  const { mutate, isPending } = useSendAgain()
  return (
    <Button look="outline" className="btn-sm whitespace-nowrap" busy={isPending} onClick={() => mutate(delivery)}>
      Send again
      <About>{`${delivery.type} of ${formatMoment(delivery.created_at)}`}</About>
    </Button>
  )
}
