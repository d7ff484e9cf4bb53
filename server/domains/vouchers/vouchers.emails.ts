/** E-mails about gift vouchers: to their buyers, and to their recipients. */
import { formatMoney } from '#contract/values/money.ts'
import { describeDay } from '#contract/values/session-times.ts'
import type { Recipient } from '#server/domains/users/users.ts'
import type { EmailAttachment } from '#server/platform/mail/email-message.ts'
import {
  block,
  compose,
  defineEmail,
  GREETING,
  link,
  type TemplatedEmail,
  text,
} from '#server/platform/mail/email-template.ts'
import type { SystemContext } from '#server/ports/context.ts'
import type { VoucherRow } from './vouchers.table.ts'

type Ctx = Pick<SystemContext, 'publicUrl'>

const BUYER = 'The buyer of the voucher'
const AMOUNT = { amount: text('the amount, with its currency', '$50.00', 'text') }
const LAST_DAY = { last_day: text('the last day on which it pays', 'Sun, Dec 31, 2028') }
const CLASSES = { classes_link: link('the classes', '/classes') }

const SOLD = defineEmail({
  key: 'voucher-sold',
  name: 'Gift voucher that was bought',
  recipient: BUYER,
  occasion: 'After a gift voucher was paid for',
  subject: 'Your gift voucher of {{amount}}',
  text: `{{greeting}}

Thank you. You have bought a gift voucher of {{amount}}, order {{order}}.

{{delivery}}

It pays for classes in one or several parts, until {{last_day}}.

[See your gift vouchers]({{vouchers_link}})`,
  variables: {
    ...GREETING,
    ...AMOUNT,
    ...LAST_DAY,
    order: text('the number of the order', '100001'),
    delivery: block(
      'the code, or to whom it is e-mailed and when',
      'Code 7KQ2-MN4P-X8RT-C3WD\n\nAnyone who has the code can spend it. Keep it as you would keep money. The attached PDF is for printing.',
      'text',
    ),
    vouchers_link: link('the vouchers of the buyer', '/gift-voucher'),
  },
})

const RECEIVED = defineEmail({
  key: 'voucher',
  name: 'Gift voucher for its recipient',
  recipient: 'The recipient of the voucher',
  occasion: 'After a gift voucher was paid for, or on the day that its buyer has chosen',
  subject: 'A gift voucher from {{buyer_name}}',
  text: `{{voucher_greeting}}

{{buyer_name}} gives you a gift voucher of {{amount}} for our classes.

{{message}}

Your code is {{code}}

Type it under Code when you pay for a class. It pays in one or several parts, until {{last_day}}. The attached PDF has it too.

[Find a class]({{classes_link}})`,
  variables: {
    ...AMOUNT,
    ...LAST_DAY,
    ...CLASSES,
    voucher_greeting: text('“Dear” and the name, or “Hello,”', 'Dear Grace Hopper,'),
    buyer_name: text('the name of the buyer', 'Ada Lovelace'),
    message: block('what the buyer has written, if anything', 'Happy birthday!'),
    code: text('the code', '7KQ2-MN4P-X8RT-C3WD', 'text'),
  },
})

const ENDED = defineEmail({
  key: 'voucher-ended',
  name: 'Gift voucher that was refunded',
  recipient: BUYER,
  occasion: 'When a gift voucher that was bought is ended, and its payment refunded',
  subject: 'Refund of your gift voucher',
  text: `{{greeting}}

Your gift voucher of {{amount}} with a code that ends in {{last_four}} is no longer valid.

We refund {{amount}} to your card. Allow 5–10 days.`,
  variables: { ...GREETING, ...AMOUNT, last_four: text('the last characters of the code', 'C3WD') },
})

export const VOUCHER_EMAILS = [SOLD, RECEIVED, ENDED]

interface Sold {
  voucher: VoucherRow
  /** The number of the order. */
  number: number
  /** Null where it goes to the recipient. */
  code: string | null
  /** Of an e-mail that has the code. */
  pdf: EmailAttachment | null
}

export function composeVoucherSoldEmail(
  ctx: Ctx,
  { voucher, number, code, pdf }: Sold,
  buyer: Recipient,
): TemplatedEmail {
  const { amountMinor, currency, lastDay, deliverTo, deliverDay } = voucher
  const when = deliverDay === null ? 'now' : `on ${describeDay(deliverDay)}`
  const email = compose(SOLD, buyer.email, {
    ...buyer.greeting,
    amount: formatMoney(amountMinor, currency),
    last_day: describeDay(lastDay),
    order: String(number),
    delivery:
      deliverTo === null ? [`Code ${code ?? ''}`, CODE_IS_MONEY] : [`We e-mail the code to ${deliverTo} ${when}.`],
    vouchers_link: `${ctx.publicUrl}/gift-voucher`,
  })
  return withPdf(email, pdf)
}

function withPdf(email: TemplatedEmail, pdf: EmailAttachment | null): TemplatedEmail {
  return pdf ? { ...email, attachments: [pdf] } : email
}

const CODE_IS_MONEY =
  'Anyone who has the code can spend it. Keep it as you would keep money. The attached PDF is for printing.'

export function composeVoucherEmail(
  ctx: Ctx,
  { voucher, code, pdf }: Pick<Sold, 'voucher' | 'pdf'> & { code: string },
  { to, buyerName }: { to: string; buyerName: string },
): TemplatedEmail {
  const { amountMinor, currency, lastDay, recipientName, message } = voucher
  const email = compose(RECEIVED, to, {
    voucher_greeting: recipientName ? `Dear ${recipientName},` : 'Hello,',
    buyer_name: buyerName,
    amount: formatMoney(amountMinor, currency),
    last_day: describeDay(lastDay),
    message: message ? [message] : [],
    code,
    classes_link: `${ctx.publicUrl}/classes`,
  })
  return withPdf(email, pdf)
}

export function composeVoucherEndedEmail(
  { amountMinor, currency, lastFour }: VoucherRow,
  { email, greeting }: Recipient,
): TemplatedEmail {
  return compose(ENDED, email, { ...greeting, amount: formatMoney(amountMinor, currency), last_four: lastFour })
}
