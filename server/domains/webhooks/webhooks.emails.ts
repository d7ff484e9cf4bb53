/** The e-mail that tells the school about a webhook that was disabled. */
import { WEBHOOK_FAILURE_DAYS } from '#contract/values/limits.ts'
import type { EmailMessage } from '#server/platform/mail/email-message.ts'
import type { Services } from '#server/ports/context.ts'

/** @param url the webhook's; only its host is named, since the rest may be a secret */
export function composeDisabledEmail(
  { publicUrl, mail }: Pick<Services, 'publicUrl' | 'mail'>,
  url: string,
): EmailMessage {
  const { host } = new URL(url)
  return {
    to: mail.sender.email,
    subject: `Webhook disabled: ${host}`,
    paragraphs: [
      `The webhook at ${host} has received none of our messages for ${WEBHOOK_FAILURE_DAYS} days, so we have disabled it.`,
      'Repair the program that receives them, then enable the webhook again.',
      { label: 'Webhooks', url: `${publicUrl}/dashboard/api` },
    ],
  }
}
