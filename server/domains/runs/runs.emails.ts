/** E-mails to instructors about their runs. */
import { formatTime } from '#contract/session-text.ts'
import type { ClassRow } from '#server/domains/classes/classes.ts'
import { type EmailMessage, toSingleLine } from '#server/platform/mail/email-message.ts'
import type { SystemContext } from '#server/ports/context.ts'
import type { RunRow } from './runs.table.ts'

/** Reminds an instructor to decide on a run below its minimum. */
export function composeMinimumEmail(
  { publicUrl }: Pick<SystemContext, 'publicUrl'>,
  instructor: { email: string; salutation: string },
  { name, id }: Pick<ClassRow, 'name' | 'id'>,
  { enroll, minimum, startsAt, timeZone }: RunRow,
): EmailMessage {
  const zone = timeZone ?? 'UTC'
  const start = startsAt === null ? '' : ` that starts on ${formatTime(startsAt, zone)} (${zone})`
  return {
    to: instructor.email,
    subject: `Decide whether a date takes place: ${toSingleLine(name)}`,
    paragraphs: [
      instructor.salutation,
      `The date of ${name}${start} has ${enroll} of the ${minimum} students that you need.`,
      'Confirm the date, or cancel it. If you cancel, we refund its students in full and e-mail them.',
      { label: 'Decide under Dates', url: `${publicUrl}/dashboard/dates/${id}` },
    ],
  }
}
