/** The e-mails about a withdrawal from a contract: the proof for the buyer, and the notice to the school. */
import { type ContractWithdrawal, WITHDRAWAL_DAYS, type WithdrawalRight } from '#contract/contract-withdrawals.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { block, compose, defineEmail, link, type TemplatedEmail, text } from '#server/platform/mail/email-template.ts'
import { toClockTime } from '#server/platform/zoned-time.ts'
import type { SystemContext } from '#server/ports/context.ts'

const VARIABLES = {
  order: text('the number of the order', '100001'),
  declaration: block(
    'time, order, name and text of the declaration, as they were sent',
    'Received: Mon, May 4, 2026, 09:30 (Europe/Oslo)\nOrder: 100001\nName: Ada Lovelace\nE-mail: ada@example.org',
    'text',
  ),
  seats: block(
    'what the order bought, each with whether it may be withdrawn from',
    `Fog in the City: bought within ${WITHDRAWAL_DAYS} days, without dates. You may withdraw from it.`,
  ),
}

const RECEIVED = defineEmail({
  key: 'contract-withdrawal',
  name: 'Withdrawal from a contract',
  recipient: 'The buyer',
  occasion: 'When the withdrawal from an order is declared with its number and e-mail address',
  subject: 'We received your withdrawal from order {{order}}',
  text: `Hello,

we received this withdrawal from a contract:

{{declaration}}

{{seats}}

Where the withdrawal is valid, we return what you paid for it within 14 days, in the way that you paid.

If this was not you, write to us: {{school_email}}`,
  variables: VARIABLES,
})

const FOR_SCHOOL = defineEmail({
  key: 'contract-withdrawal-received',
  name: 'Withdrawal received',
  recipient: 'The school',
  occasion: 'When a buyer withdraws from an order',
  subject: 'Withdrawal from order {{order}}',
  text: `A buyer has withdrawn from a contract:

{{declaration}}

{{seats}}

Where the withdrawal is valid, refund the payment within 14 days, then mark the withdrawal as done.

[Withdrawals]({{withdrawals_link}})`,
  variables: { ...VARIABLES, withdrawals_link: link('the page of the withdrawals', '/dashboard/withdrawals') },
})

export const CONTRACT_WITHDRAWAL_EMAILS = { received: RECEIVED, school: FOR_SCHOOL }

type Ctx = Pick<SystemContext, 'publicUrl' | 'school' | 'mail'>

/** Returns the proof for the buyer. */
export function composeReceivedEmail(ctx: Ctx, withdrawal: ContractWithdrawal): TemplatedEmail {
  return compose(RECEIVED, withdrawal.email, listValues(ctx, withdrawal))
}

/** Returns the notice to the school. */
export function composeSchoolEmail(ctx: Ctx, withdrawal: ContractWithdrawal): TemplatedEmail {
  const values = { ...listValues(ctx, withdrawal), withdrawals_link: `${ctx.publicUrl}/dashboard/withdrawals` }
  return compose(FOR_SCHOOL, ctx.mail.sender.email, values)
}

const RIGHTS: Record<WithdrawalRight, string> = {
  open: `bought within ${WITHDRAWAL_DAYS} days, without dates. The withdrawal is valid.`,
  expired: `bought more than ${WITHDRAWAL_DAYS} days before. The time for a withdrawal is over.`,
  dated:
    'takes place on a date, so the law allows no withdrawal. It can be cancelled by its terms, in the payment history.',
  spent: 'is spent, or a part of it, so the withdrawal is not valid. Write to us about the rest.',
}

function listValues({ school }: Ctx, { order, name, email, text: scope, seats, created_at }: ContractWithdrawal) {
  const zone = school.current.time_zone
  const received = formatClockTime(toClockTime(created_at, zone), zone, { now: 'always' })
  const lines = [`Received: ${received}`, `Order: ${order}`, `Name: ${name}`, `E-mail: ${email}`]
  return {
    order: String(order),
    declaration: [lines.join('\n'), ...(scope ? [scope] : [])],
    seats: seats.map(({ className, right }) => `${className}: ${RIGHTS[right]}`),
  }
}
