/** The state of a newsletter or message in words. */

import type { ListedMailing, MailingProgress } from '#contract/mailings.ts'
import { formatCount } from '#contract/values/count.ts'

export function describeRecipients(count: number): string {
  return formatCount(count, 'recipient')
}

/** `Sending: 40 of 120` */
export function describeState({ state, progress }: Pick<ListedMailing, 'state' | 'progress'>): string {
  const { total, sent } = progress
  const figures = `${sent.toLocaleString('en')} of ${total.toLocaleString('en')}`
  if (state === 'draft') return 'Draft'
  if (state === 'sending') return `Sending: ${figures}`
  return state === 'stopped' ? `Stopped: ${figures}` : `Sent to ${figures}`
}

/** Returns a sentence for each group of recipients who did not receive it. */
export function listProblems({ failed, skipped, unclear }: MailingProgress): string[] {
  const lines: [count: number, one: string, many: string][] = [
    [failed, 'was refused by the mail server', 'were refused by the mail server'],
    [skipped, 'had unsubscribed or left, and got nothing', 'had unsubscribed or left, and got nothing'],
    [
      unclear,
      'was interrupted. It may have arrived, so we do not send it again',
      'were interrupted. They may have arrived, so we do not send them again',
    ],
  ]
  return lines.flatMap(([count, one, many]) => (count === 0 ? [] : [`${formatCount(count, one, many)}.`]))
}
