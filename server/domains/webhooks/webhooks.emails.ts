/** The e-mail that tells the school about a webhook that was disabled. */
import { WEBHOOK_FAILURE_DAYS } from '#contract/values/limits.ts'
import { compose, defineEmail, link, type TemplatedEmail, text } from '#server/platform/mail/email-template.ts'
import type { Services } from '#server/ports/context.ts'

export const WEBHOOK_DISABLED = defineEmail({
  key: 'webhook-disabled',
  name: 'Disabled webhook',
  recipient: 'The school',
  occasion: `When a webhook has received none of our messages for ${WEBHOOK_FAILURE_DAYS} days`,
  subject: 'Webhook disabled: {{host}}',
  text: `The webhook at {{host}} has received none of our messages for ${WEBHOOK_FAILURE_DAYS} days, so we have disabled it.

Repair the program that receives them, then enable the webhook again.

[Webhooks]({{webhooks_link}})`,
  variables: {
    host: text('the host of the webhook', 'hooks.example.org'),
    webhooks_link: link('the page of the webhooks', '/dashboard/api'),
  },
})

/** @param url the webhook's; only its host is named, since the rest may be a secret */
export function composeDisabledEmail(
  { publicUrl, mail }: Pick<Services, 'publicUrl' | 'mail'>,
  url: string,
): TemplatedEmail {
  const values = { host: new URL(url).host, webhooks_link: `${publicUrl}/dashboard/api` }
  return compose(WEBHOOK_DISABLED, mail.sender.email, values)
}
