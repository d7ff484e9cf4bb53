/** The e-mail to the students of a run about a change of its times or its place. */
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
  },
})

/** Tells a student what has changed. @param previous the run before the change */
export function composeRunChangedEmail(
  ctx: Pick<SystemContext, 'publicUrl'>,
  { email, greeting, isConfirmed }: Recipient,
  { id, name }: Pick<ClassRow, 'id' | 'name'>,
  { previous, dates }: { previous: Schedule; dates: RunDates },
): TemplatedEmail {
  const message = compose(CHANGED, email, {
    ...greeting,
    class_name: name,
    class_link: `${ctx.publicUrl}/dashboard/class/${id}`,
    changes: describeChange(previous, dates.schedule, isConfirmed),
  })
  return { ...message, attachments: dates.attachCalendar(isConfirmed) }
}
