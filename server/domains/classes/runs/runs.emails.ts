/** E-mails to instructors and admins about runs below their minimum. */
import { formatClockTime } from '#contract/values/session-times.ts'
import type { Greeting } from '#server/platform/mail/email-message.ts'
import {
  compose,
  defineEmail,
  GREETING,
  link,
  type TemplatedEmail,
  text,
} from '#server/platform/mail/email-template.ts'
import type { SystemContext } from '#server/ports/context.ts'
import type { ClassRow } from '../classes.ts'
import { readStart } from './clock-times.ts'
import type { RunRow } from './runs.table.ts'

export const BELOW_MINIMUM = defineEmail({
  key: 'date-below-minimum',
  name: 'Date below its minimum',
  recipient: 'The instructor of the class',
  occasion: 'Before a date that has fewer students than it needs',
  subject: 'Decide whether a date takes place: {{class_name}}',
  text: `{{greeting}}

The date of {{date}} does not have enough students yet. Needed: {{minimum}}. Enrolled: {{enrolled}}.

Confirm the date, or cancel it. If you cancel, we e-mail its students, who get the full amount back or choose something else.

[Decide under Dates]({{dates_link}})`,
  variables: {
    ...GREETING,
    class_name: text('the class', 'Fog in the City'),
    date: text(
      'the class, and when its date starts',
      'Fog in the City that starts on Mon, May 4, 2026, 09:30 (Europe/Oslo)',
    ),
    enrolled: text('how many students the date has', '2'),
    minimum: text('how many it needs', '5'),
    dates_link: link('the page of the dates of the class', '/dashboard/dates'),
  },
})

export const UNDECIDED = defineEmail({
  key: 'date-undecided',
  name: 'Date that its instructor has not decided on',
  recipient: 'All admins',
  occasion: 'When the instructor has been asked twice about a date that has fewer students than it needs',
  subject: 'Nobody has decided whether a date takes place: {{class_name}}',
  text: `{{greeting}}

The date of {{date}} does not have enough students. Needed: {{minimum}}. Enrolled: {{enrolled}}. We have asked {{instructor}} twice.

Confirm the date, or cancel it. If you cancel, we e-mail its students, who get the full amount back or choose something else.

[Decide under Dates]({{dates_link}})`,
  variables: { ...BELOW_MINIMUM.variables, instructor: text('the name of the instructor', 'Ada Lovelace') },
})

/** Asks an admin to decide in the place of the instructor. */
export function composeUndecidedEmail(
  ctx: Pick<SystemContext, 'publicUrl'>,
  admin: { email: string; greeting: Greeting },
  { row, run, instructor }: { row: Pick<ClassRow, 'name' | 'id'>; run: RunRow; instructor: string },
): TemplatedEmail {
  return compose(UNDECIDED, admin.email, { ...admin.greeting, ...describeMinimum(ctx, row, run), instructor })
}

/** Asks an instructor to decide on a run below its minimum. */
export function composeMinimumEmail(
  ctx: Pick<SystemContext, 'publicUrl'>,
  instructor: { email: string; greeting: Greeting },
  row: Pick<ClassRow, 'name' | 'id'>,
  run: RunRow,
): TemplatedEmail {
  return compose(BELOW_MINIMUM, instructor.email, { ...instructor.greeting, ...describeMinimum(ctx, row, run) })
}

function describeMinimum(
  { publicUrl }: Pick<SystemContext, 'publicUrl'>,
  { name, id }: Pick<ClassRow, 'name' | 'id'>,
  { enroll, minimum, ...run }: RunRow,
) {
  const { starts, time_zone } = readStart(run)
  const start = starts === null ? '' : ` that starts on ${formatClockTime(starts, time_zone, { now: 'always' })}`
  return {
    class_name: name,
    date: `${name}${start}`,
    enrolled: String(enroll),
    minimum: String(minimum),
    dates_link: `${publicUrl}/dashboard/dates/${id}`,
  }
}
