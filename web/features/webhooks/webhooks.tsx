import { useState } from 'react'
import { NewSecret } from '#web/ui/secrets/new-secret.tsx'
import { NewWebhookForm } from './new-webhook-form.tsx'
import { WebhookList } from './webhook-list.tsx'

/** The school's webhooks, and a form to add one. */
export function Webhooks() {
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <section aria-labelledby="webhooks-title" className="grid gap-8">
      <header>
        <h2 id="webhooks-title" className="font-display text-2xl">
          Webhooks
        </h2>
        <p className="mt-2 text-soft">We tell your programs what has happened, with a signed message.</p>
      </header>
      {secret && (
        <NewSecret
          title="The webhook's secret"
          line="Your program verifies our signature with it."
          secret={secret}
          onDone={() => setSecret(null)}
        />
      )}
      <WebhookList onSecret={setSecret} />
      <div>
        <h3 className="mb-5 font-display text-xl">Add a webhook</h3>
        <NewWebhookForm onCreated={setSecret} />
      </div>
    </section>
  )
}
