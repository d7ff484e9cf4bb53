import { useForm } from 'react-hook-form'
import { type NewWebhook, WEBHOOK_EVENTS } from '#contract/webhooks.ts'
import { toMessage } from '#web/session/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { CheckBox, CheckBoxGroup } from '#web/ui/forms/check-box.tsx'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { EVENT_LABELS } from './event-labels.ts'
import { useCreateWebhook } from './webhooks.query.ts'

const { resolver, preload } = lazyResolver<NewWebhook>(() => import('./new-webhook.rules.ts'))

/** Adds a webhook: its URL and its events. */
export function NewWebhookForm({ onCreated }: { onCreated: (secret: string) => void }) {
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
    <form noValidate onSubmit={submit} onFocus={preload} className="grid max-w-xl gap-5" aria-label="Add a webhook">
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
