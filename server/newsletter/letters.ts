/** What the newsletter writes about subscribing. */
import type { Context } from '#server/context.ts'
import type { Letter } from '#server/mail/letter.ts'
import { CONFIRM_DAYS } from './links.ts'

type Ctx = Pick<Context, 'mail' | 'newsletterLinks'>

interface Addressee {
  id: string
  email: string
}

/** Asks whether the address is really theirs. */
export function confirmation({ mail: { sender }, newsletterLinks: links }: Ctx, { id, email }: Addressee): Letter {
  return {
    to: email,
    subject: `Please confirm your subscription to the newsletter of ${sender.name}`,
    paragraphs: [
      `Somebody, we hope you, asked us to send the newsletter of ${sender.name} to this address.`,
      { words: `Confirm my subscription (within ${CONFIRM_DAYS} days)`, address: links.confirm(id) },
      'If that was not you, you need not do anything: without your confirmation nothing more will come.',
      { words: 'Forget this address at once', address: links.unsubscribe(id) },
    ],
    headers: links.headers(id),
  }
}

/** For a subscriber who asks again: the page has promised them a letter, whoever they are. */
export function subscribedAlready({ mail: { sender }, newsletterLinks: links }: Ctx, { id, email }: Addressee): Letter {
  return {
    to: email,
    subject: `You are subscribed to the newsletter of ${sender.name}`,
    paragraphs: [
      `Somebody, we hope you, asked us to send the newsletter of ${sender.name} to this address. It comes to you already; there is nothing to do.`,
      { words: 'Unsubscribe', address: links.unsubscribe(id) },
    ],
    headers: links.headers(id),
  }
}
