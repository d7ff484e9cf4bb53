import type { Webhook } from '#contract/webhooks.ts'
import { About, Button, ButtonLink } from '#web/ui/button.tsx'
import { type Confirmation, confirm, DELETE_CONFIRMATION } from '#web/ui/confirm.ts'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import { formatMoment } from '#web/ui/text/dates.ts'
import { useWebhookAction, useWebhooks, type WebhookAction } from './webhooks.query.ts'

/** The webhooks with their status and actions. `onSecret` receives a new secret. */
export function WebhookList({ onSecret }: { onSecret: (secret: string) => void }) {
  const { data, error, refetch } = useWebhooks()
  if (!data && error) return <Failed message={error.message} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Loading what="webhooks">
        <Skeleton className="h-32 w-full" />
      </Loading>
    )
  if (data.length === 0) return <p>No webhooks yet.</p>
  return (
    <ul aria-label="Webhooks" className="divide-y divide-line border-line border-y">
      {data.map((webhook) => (
        <li key={webhook._id} className="grid gap-4 py-5">
          <WebhookFacts webhook={webhook} />
          <Actions webhook={webhook} onSecret={onSecret} />
        </li>
      ))}
    </ul>
  )
}

function WebhookFacts({ webhook: { url, events, failing_since, disabled_at } }: { webhook: Webhook }) {
  return (
    <div className="min-w-0">
      <p className="wrap-anywhere font-medium">{url}</p>
      <p className="text-sm text-soft">{events.join(', ')}</p>
      {disabled_at !== null && (
        <p className="text-error-ink text-sm">Disabled since {formatMoment(disabled_at)}. It receives nothing.</p>
      )}
      {failing_since !== null && (
        <p className="text-error-ink text-sm">Deliveries have failed since {formatMoment(failing_since)}.</p>
      )}
    </div>
  )
}

interface ActionsProps {
  webhook: Webhook
  onSecret: (secret: string) => void
}

function Actions({ webhook, onSecret }: ActionsProps) {
  const { mutate, isPending, variables } = useWebhookAction(webhook)
  const host = new URL(webhook.url).host
  const button = (action: WebhookAction, question?: Confirmation) => ({
    className: 'btn-sm',
    busy: isPending && variables === action,
    onClick: async () => {
      if (question && !(await confirm({ ...question, detail: webhook.url }))) return
      mutate(action, { onSuccess: (secret) => secret && onSecret(secret) })
    },
  })
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink look="outline" className="btn-sm" to={`/dashboard/webhook/${webhook._id}`}>
        Deliveries
        <About>{host}</About>
      </ButtonLink>
      <Button look="outline" {...button('rotate', ROTATION)}>
        New secret
        <About>{host}</About>
      </Button>
      <Button look="outline" {...button(webhook.disabled_at === null ? 'disable' : 'enable')}>
        {webhook.disabled_at === null ? 'Disable' : 'Enable'}
        <About>{host}</About>
      </Button>
      <Button look="danger" {...button('delete', DELETE_CONFIRMATION)}>
        Delete
        <About>{host}</About>
      </Button>
    </div>
  )
}

const ROTATION: Confirmation = {
  title: 'Make a new secret?',
  text: 'For one day, we sign with the former secret as well. Replace it in your program until then.',
  action: 'Yes, make one!',
}
