/** The e-mails about a newsletter subscription. */
import type { EmailMessage, Sender } from '#server/platform/mail/email-message.ts'
import { CONFIRM_DAYS, type NewsletterLinks } from './links.ts'

interface Recipient {
  /** The id of the subscription. */
  id: string
  email: string
}

/** Asks the owner of an e-mail address to confirm the subscription. */
export function composeConfirmationEmail(
  sender: Sender,
  links: NewsletterLinks,
  { id, email }: Recipient,
): EmailMessage {
  return {
    to: email,
    subject: `Please confirm your subscription to the newsletter of ${sender.name}`,
    paragraphs: [
      `We received a request to send the newsletter of ${sender.name} to this address.`,
      { label: `Confirm my subscription (within ${CONFIRM_DAYS} days)`, url: links.confirm(id) },
      'If this was not you, you can ignore this e-mail. We send nothing more without your confirmation.',
      { label: 'Delete my address now', url: links.unsubscribe(id) },
    ],
    headers: links.headers(id),
  }
}

/** Tells a subscriber who subscribes again. The page promises an e-mail to every address, so that it reveals nothing. */
export function composeAlreadySubscribedEmail(
  sender: Sender,
  links: NewsletterLinks,
  { id, email }: Recipient,
): EmailMessage {
  return {
    to: email,
    subject: `You are subscribed to the newsletter of ${sender.name}`,
    paragraphs: [
      `We received a request to send the newsletter of ${sender.name} to this address.`,
      'You are already subscribed, so there is nothing to do.',
      { label: 'Unsubscribe', url: links.unsubscribe(id) },
    ],
    headers: links.headers(id),
  }
}
