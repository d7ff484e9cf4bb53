/** The e-mail to the students of a run about a change of its times or its place. */
import { formatClockTime } from '#contract/values/session-times.ts'
import { describeChange, type RunDates, type Schedule } from '#server/domains/calendar/run-dates.ts'
import type { Recipient } from '#server/domains/users/users.ts'
import {
  block,
  compose,
  defineEmail,
  GREETING,
  link,
  type TemplatedEmail,
  text,
} from '#server/platform/mail/email-template.ts'
import { toClockTime } from '#server/platform/zoned-time.ts'
import type { SystemContext } from '#server/ports/context.ts'
import type { ClassRow } from '../classes.ts'

export const CHANGED = defineEmail({
  key: 'date-changed',
  name: 'Changed date',
  recipient: 'The students of the date',
  occasion: 'When the times or the place of a date change',
  subject: 'Changed date: {{class_name}}',
  text: `{{greeting}}

Your date of {{class_name}} has changed.

{{changes}}

{{choice}}

[Go to your class]({{class_link}})`,
  variables: {
    ...GREETING,
    class_name: text('the class', 'Fog in the City'),
    class_link: link('the page of the class', '/dashboard/enroll-class'),
    changes: block(
      'what is no longer on, what is new, and the date as it is now',
      'No longer on (Europe/Oslo):\nMon, May 4, 2026, 09:30–11:30\n\nNew (Europe/Oslo):\nTue, May 5, 2026, 09:30–11:30\n\nYour date as it is now:\n\nWhen (Europe/Oslo):\nTue, May 5, 2026, 09:30–11:30\n\nWhere: The New Harbor, 2 Quay Street',
      'text',
    ),
    choice: block(
      'until when the student can cancel for the full amount or choose another date, where a session was moved',
      'The new time does not suit you? Until Mon, May 11, 2026, 09:30 (Europe/Oslo), you can cancel and get the full amount back, or move to another date.',
    ),
  },
})

/**
 * Tells a student what has changed. @param previous the run before the change
 * @param choiceUntil until when they may cancel for the full amount, in milliseconds; null where they may not
 */
export function composeRunChangedEmail(
  ctx: Pick<SystemContext, 'publicUrl'>,
  { email, greeting, isConfirmed, isRefundable }: Recipient & { isRefundable: boolean },
  { id, name }: Pick<ClassRow, 'id' | 'name'>,
  { previous, dates, choiceUntil }: { previous: Schedule; dates: RunDates; choiceUntil: number | null },
): TemplatedEmail {
  const message = compose(CHANGED, email, {
    ...greeting,
    class_name: name,
    class_link: `${ctx.publicUrl}/dashboard/class/${id}`,
    changes: describeChange(previous, dates.schedule, isConfirmed),
    choice: choiceUntil === null ? [] : [describeChoice(choiceUntil, dates.run.timeZone, isRefundable)],
  })
  return { ...message, attachments: dates.attachCalendar(isConfirmed) }
}

function describeChoice(until: number, timeZone: string | null, isRefundable: boolean): string {
  const moment = formatClockTime(toClockTime(until, timeZone), timeZone, { now: 'always' })
  const choice = isRefundable
    ? 'you can cancel and get the full amount back, or move to another date'
    : 'you can move to another date'
  return `The new time does not suit you? Until ${moment}, ${choice}.`
}
