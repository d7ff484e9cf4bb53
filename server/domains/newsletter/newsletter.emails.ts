/** The e-mails about a newsletter subscription. */
import { compose, defineEmail, requiredLink, type TemplatedEmail } from '#server/platform/mail/email-template.ts'
import { CONFIRM_DAYS, type NewsletterLinks } from './links.ts'

const UNSUBSCRIBE_EXAMPLE = '/newsletter/unsubscribe?token=example'

const CONFIRMATION = defineEmail({
  key: 'newsletter-confirmation',
  name: 'Confirmation of a subscription',
  recipient: 'The subscriber',
  occasion: 'When someone subscribes to the newsletter',
  subject: 'Please confirm your subscription to the newsletter of {{school_name}}',
  text: `We received a request to send the newsletter of {{school_name}} to this address.

[Confirm my subscription (within ${CONFIRM_DAYS} days)]({{confirmation_link}})

If this was not you, you can ignore this e-mail. We send nothing more without your confirmation.

[Delete my address now]({{unsubscribe_link}})`,
  variables: {
    confirmation_link: requiredLink('confirms the subscription', '/newsletter/confirm?token=example'),
    unsubscribe_link: requiredLink('deletes the address', UNSUBSCRIBE_EXAMPLE),
  },
})

const ALREADY_SUBSCRIBED = defineEmail({
  key: 'newsletter-already-subscribed',
  name: 'Already subscribed',
  recipient: 'The subscriber',
  occasion: 'When a subscriber subscribes again',
  subject: 'You are subscribed to the newsletter of {{school_name}}',
  text: `We received a request to send the newsletter of {{school_name}} to this address.

You are already subscribed, so there is nothing to do.

[Unsubscribe]({{unsubscribe_link}})`,
  variables: { unsubscribe_link: requiredLink('ends the subscription', UNSUBSCRIBE_EXAMPLE) },
})

export const NEWSLETTER_EMAILS = [CONFIRMATION, ALREADY_SUBSCRIBED]

interface Recipient {
  /** The id of the subscription. */
  id: string
  email: string
}

/** Asks the owner of an e-mail address to confirm the subscription. */
export function composeConfirmationEmail(links: NewsletterLinks, { id, email }: Recipient): TemplatedEmail {
  const values = { confirmation_link: links.confirm(id), unsubscribe_link: links.unsubscribe(id) }
  return compose(CONFIRMATION, email, values, links.headers(id))
}

/** Tells a subscriber who subscribes again. The page promises an e-mail to every address, so that it reveals nothing. */
export function composeAlreadySubscribedEmail(links: NewsletterLinks, { id, email }: Recipient): TemplatedEmail {
  return compose(ALREADY_SUBSCRIBED, email, { unsubscribe_link: links.unsubscribe(id) }, links.headers(id))
}
