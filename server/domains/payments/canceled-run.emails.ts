/** The e-mail about a canceled run, the same for students with and without a payment. */
import { toClassPath, toSlug } from '#contract/slug.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { describeNext, listSessions, readRunDates } from '#server/domains/calendar/run-dates.ts'
import { readStart } from '#server/domains/classes/runs/clock-times.ts'
import type { RunRow } from '#server/domains/classes/runs/runs.table.ts'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import { lockForSale } from '#server/domains/classes/runs/seats.ts'
import type { Recipient } from '#server/domains/users/users.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { EmailPart } from '#server/platform/mail/email-message.ts'
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
import type { Parts } from './amounts.ts'
import { describeBack } from './payments.emails.ts'
import type { PaymentRow } from './payments.table.ts'

type Ctx = Pick<SystemContext, 'publicUrl'>

export const CANCELED = defineEmail({
  key: 'date-canceled',
  name: 'Canceled date',
  recipient: 'The students of the date; those with a payment read what they may choose, or of their refund',
  occasion: 'When a date is canceled',
  subject: 'Canceled: {{class_name}}, {{time}}',
  text: `{{greeting}}

Your date of {{class_name}} is canceled. We are sorry.

{{canceled_times}}

{{refund}}

{{other_dates}}

[Go to your class]({{class_link}})`,
  variables: {
    ...GREETING,
    class_name: text('the class', 'Fog in the City'),
    class_link: link('the page of the class', '/dashboard/enroll-class'),
    time: text('when the next session would have been', 'Mon, May 4, 2026, 09:30–11:30 (Europe/Oslo)'),
    canceled_times: block(
      '“Canceled” and the times of the date, where it has any',
      'Canceled (Europe/Oslo):\nMon, May 4, 2026, 09:30–11:30',
    ),
    refund: block(
      'what the student may choose, or what is refunded, for students with a payment',
      'We are refunding $49.99 to your card. Allow 5–10 days.\nReceipt 1001, transaction pi_example',
    ),
    other_dates: block(
      'the other dates with free seats, where there are any',
      'Other dates:\nMon, May 11, 2026, 09:30 (Europe/Oslo)',
    ),
  },
})

/** Other dates that are listed. */
const MAX_OTHERS = 5

/** Returns a function that composes the e-mail to a student, with what goes back, or what they may choose. */
export async function openCanceledEmail(ctx: Ctx, tx: Transaction, runId: string) {
  const { run, class: owner } = await lockForSale(tx, runId)
  const dates = await readRunDates(ctx, tx, run)
  const others = await listOthers(ctx, tx, run, owner)
  const sessions = dates.schedule.sessions.filter(({ ends_at }) => ends_at > Date.now())
  const canceled_times = sessions.length > 0 ? [listSessions('Canceled', { ...dates.schedule, sessions })] : []
  return ({ email, greeting, isConfirmed }: Recipient, back: EmailPart[] = [], listed = others): TemplatedEmail => {
    const message = compose(CANCELED, email, {
      ...greeting,
      class_name: owner.name,
      class_link: `${ctx.publicUrl}/dashboard/class/${owner.id}`,
      time: describeNext(dates.schedule),
      canceled_times,
      refund: back,
      other_dates: listed,
    })
    return { ...message, attachments: dates.attachCalendar(isConfirmed) }
  }
}

/** A payment, and what goes back of it. */
export type Refunded = PaymentRow & Parts

/** Returns the sum of what goes back, and the receipts. */
export function describeRefunds({ publicUrl }: Ctx, refunded: readonly Refunded[]): EmailPart[] {
  const [first, ...others] = refunded
  if (!first) return []
  const sum = (part: keyof Parts) => refunded.reduce((all, each) => all + each[part], 0)
  const receipts = refunded.flatMap(({ receipt, id, transactionId }): EmailPart[] => [
    `Receipt ${receipt}\nTransaction ${transactionId}`,
    {
      label: others.length > 0 ? `View and print receipt ${receipt}` : 'View and print your receipt',
      url: `${publicUrl}/dashboard/receipt/${id}`,
    },
  ])
  return [...describeBack({ ...first, cardMinor: sum('cardMinor'), givenMinor: sum('givenMinor') }), ...receipts]
}

async function listOthers(
  { publicUrl }: Ctx,
  tx: Transaction,
  { id, classId }: RunRow,
  { name, withdrawnAt }: { name: string; withdrawnAt: number | null },
): Promise<EmailPart[]> {
  const rows = withdrawnAt === null ? await Runs.listOthers(tx, { id, classId }, MAX_OTHERS) : []
  if (rows.length === 0) return []
  const starts = rows.map((row) => {
    const { starts, time_zone } = readStart(row)
    return formatClockTime(starts ?? '', time_zone, { now: 'always' })
  })
  const url = publicUrl + toClassPath({ _id: classId, slug: toSlug(name) })
  return [['Other dates:', ...starts].join('\n'), { label: 'Choose another date', url }]
}
