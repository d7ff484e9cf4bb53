/** E-mails about seats that were taken or changed without a payment. */
import { formatStart } from '#contract/values/session-times.ts'
import type { LockedRun } from '#server/domains/runs/seats.ts'
import { type EmailMessage, toSingleLine } from '#server/platform/mail/email-message.ts'
import type { Context } from '#server/ports/context.ts'

type Ctx = Pick<Context, 'publicUrl'>

interface Recipient {
  email: string
}

export function composeMovedEmail(
  ctx: Ctx,
  { user, from, to }: { user: Recipient; from: LockedRun; to: LockedRun },
  salutation: string,
): EmailMessage {
  const { id, name } = to.class
  return {
    to: user.email,
    subject: `Your date has changed: ${toSingleLine(name)}`,
    paragraphs: [
      salutation,
      `You have moved to another date of ${name}.`,
      `Before: ${describeStart(from)}\nNow: ${describeStart(to)}`,
      createClassLink(ctx, id),
    ],
  }
}

export function composeEnrolledEmail(
  ctx: Ctx,
  { user, chosen }: { user: Recipient; chosen: LockedRun },
  salutation: string,
): EmailMessage {
  const { id, name } = chosen.class
  return {
    to: user.email,
    subject: `You are enrolled: ${toSingleLine(name)}`,
    paragraphs: [salutation, `We have enrolled you in ${name}. You have nothing to pay.`, createClassLink(ctx, id)],
  }
}

/** For students without a payment; the others read of the withdrawal in the e-mail about their refund. */
export function composeWithdrawnEmail({ name }: { name: string }, to: string, salutation: string): EmailMessage {
  return {
    to,
    subject: `Withdrawn: ${toSingleLine(name)}`,
    paragraphs: [salutation, `${name} does not take place. Your enrolment has ended. We are sorry.`],
  }
}

function createClassLink({ publicUrl }: Ctx, id: string) {
  return { label: 'Go to your class', url: `${publicUrl}/dashboard/class/${id}` }
}

function describeStart({ run: { startsAt, timeZone } }: LockedRun): string {
  return startsAt === null ? 'without a fixed date' : formatStart(startsAt, timeZone, { now: 'always' })
}
