import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type NewWebhook, WEBHOOK_EVENTS, type Webhook, type WebhookEvent } from '#contract/webhooks.ts'
import { FormSection } from '#web/forms/form-section.tsx'
import { toMessage } from '#web/session/messages.ts'
import { About, Button, ButtonLink } from '#web/ui/button.tsx'
import { type Confirmation, confirm, DELETE_CONFIRMATION } from '#web/ui/confirm.ts'
import { Field } from '#web/ui/field.tsx'
import { CheckBox, CheckBoxGroup } from '#web/ui/forms/check-box.tsx'
import { NewSecret } from '#web/ui/secrets/new-secret.tsx'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import { formatMoment } from '#web/ui/text/dates.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { useCreateWebhook, useWebhookAction, useWebhooks, type WebhookAction } from './webhooks.query.ts'

/** The school's webhooks, and a form to add one. */
export function Webhooks() {
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <div className="grid gap-10">
      {secret && (
        <NewSecret
          title="The webhook's secret"
          line="Your program verifies our signature with it."
          secret={secret}
          onDone={() => setSecret(null)}
        />
      )}
      <FormSection title="Webhooks" line="We tell your programs what has happened, with a signed message.">
        <WebhookList onSecret={setSecret} />
      </FormSection>
      <FormSection title="Add a webhook" line="It gets the events that you choose.">
        <NewWebhookForm onCreated={setSecret} />
      </FormSection>
    </div>
  )
}

const { resolver, preload } = lazyResolver<NewWebhook>(() => import('./new-webhook.rules.ts'))

/** Adds a webhook: its URL and its events. */
function NewWebhookForm({ onCreated }: { onCreated: (secret: string) => void }) {
  const { mutateAsync } = useCreateWebhook()
  const { register, handleSubmit, setError, reset, formState } = useForm<NewWebhook>({
    resolver,
    defaultValues: { url: '', events: [] },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (webhook) => {
    try {
      const { secret } = await mutateAsync(webhook)
      reset()
      onCreated(secret)
    } catch (error) {
      setError('root', { message: toMessage(error) })
    }
  })
  return (
    <form noValidate onSubmit={submit} onFocus={preload} className="grid gap-5" aria-label="Add a webhook">
      <FormError message={errors.root?.message} />
      <Field
        label="URL"
        type="url"
        placeholder="https://example.org/hook"
        autoComplete="off"
        error={errors.url?.message}
        {...register('url')}
      />
      <CheckBoxGroup label="Events" error={errors.events?.message}>
        {WEBHOOK_EVENTS.map((event) => (
          <CheckBox key={event} value={event} {...register('events')}>
            {EVENT_LABELS[event]} <code className="text-sm text-soft">{event}</code>
          </CheckBox>
        ))}
      </CheckBoxGroup>
      <Button type="submit" className="justify-self-start" busy={isSubmitting}>
        Add webhook
      </Button>
    </form>
  )
}

/** Descriptions of events, beside their names. */
const EVENT_LABELS: Record<WebhookEvent, string> = {
  'class.approved': 'A class is approved',
  'enrollment.created': 'A student is enrolled',
  'payment.refunded': 'A payment is refunded',
  'order.completed': 'An order is paid',
  'refund.sent': 'The card provider has sent a refund',
  'run.changed': 'A date is added, changed, confirmed or canceled',
}

/** The webhooks with their status and actions. `onSecret` receives a new secret. */
function WebhookList({ onSecret }: { onSecret: (secret: string) => void }) {
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
