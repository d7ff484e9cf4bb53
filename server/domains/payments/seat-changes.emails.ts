/** E-mails about seats that were taken or changed without a payment. */
import { formatClockTime } from '#contract/values/session-times.ts'
import { DATES, describeDates, type RunDates } from '#server/domains/calendar/run-dates.ts'
import { readStart } from '#server/domains/classes/runs/clock-times.ts'
import type { LockedRun } from '#server/domains/classes/runs/seats.ts'
import type { Recipient } from '#server/domains/users/users.ts'
import type { Greeting } from '#server/platform/mail/email-message.ts'
import {
  block,
  compose,
  defineEmail,
  GREETING,
  link,
  requiredLink,
  type TemplatedEmail,
  text,
} from '#server/platform/mail/email-template.ts'
import type { Context } from '#server/ports/context.ts'

type Ctx = Pick<Context, 'publicUrl'>

const STUDENT = 'The student'
const CLASS = { ...GREETING, class_name: text('the class', 'Fog in the City') }
const DATE = text('the start of the date', 'Mon, May 4, 2026, 09:30 (Europe/Oslo)')
const CLASS_LINK = { class_link: link('the page of the class', '/dashboard/enroll-class') }
const SEATS = block('the seats, where it is not only the one of the student', '3 seats: Maren Dahl, Ada, seat 3')

const MOVED = defineEmail({
  key: 'date-moved',
  name: 'Move to another date',
  recipient: STUDENT,
  occasion: 'After a student has moved to another date of the class',
  subject: 'Your date has changed: {{class_name}}',
  text: `{{greeting}}

You have moved to another date of {{class_name}}.

{{seats}}

Before: {{date_before}}
Now: {{date_now}}

{{credit}}

{{dates}}

[Go to your class]({{class_link}})`,
  variables: {
    ...CLASS,
    ...CLASS_LINK,
    dates: DATES,
    seats: SEATS,
    date_before: text('the start of the former date', 'Mon, May 4, 2026, 09:30 (Europe/Oslo)'),
    date_now: text('the start of the present date', 'Mon, May 11, 2026, 09:30 (Europe/Oslo)', 'text'),
    credit: block(
      'what a cheaper date returns as credit or what was paid for a dearer one, if anything',
      'You have $20.00 more credit.',
    ),
  },
})

const MOVED_BY_SCHOOL = defineEmail({
  key: 'date-moved-by-school',
  name: 'Move by the school',
  recipient: STUDENT,
  occasion: 'After an admin has moved a student to another date or class',
  subject: 'We have moved your enrolment: {{class_name}}',
  text: `{{greeting}}

We have moved your enrolment.

{{seats}}

Before: {{place_before}}
Now: {{place_now}}

{{credit}}

{{dates}}

[Go to your class]({{class_link}})`,
  variables: {
    ...CLASS,
    ...CLASS_LINK,
    dates: DATES,
    seats: SEATS,
    place_before: text('the former class and its start', 'Night Harbour, Mon, May 4, 2026, 09:30 (Europe/Oslo)'),
    place_now: text('the class and its start', 'Fog in the City, Mon, May 11, 2026, 09:30 (Europe/Oslo)', 'text'),
    credit: block('what a cheaper date returns as credit, if anything', 'You have $20.00 more credit.'),
  },
})

const MOVE_TO_PAY = defineEmail({
  key: 'move-to-pay',
  name: 'Move to pay for',
  recipient: STUDENT,
  occasion: 'When an admin holds a dearer date for a student, who moves to it by paying the difference',
  subject: 'Your new date: {{class_name}}',
  text: `{{greeting}}

We hold another date for you. You move to it once you have paid the difference, {{amount}}. Until then you keep your present seat.

{{seats}}

Now: {{place_before}}
New: {{place_now}}

We hold it until {{until}}.

[Pay and move]({{pay_link}})`,
  variables: {
    ...CLASS,
    amount: text('the difference', '$40.00', 'text'),
    seats: SEATS,
    until: text('the end of the hold', 'Mon, May 4, 2026, 09:30 (Europe/Oslo)', 'text'),
    place_before: text('the present class and its start', 'Night Harbour, Mon, May 4, 2026, 09:30 (Europe/Oslo)'),
    place_now: text('the new class and its start', 'Fog in the City, Mon, May 11, 2026, 09:30 (Europe/Oslo)', 'text'),
    pay_link: requiredLink('the page on which the student pays', '/dashboard/enroll-class'),
  },
})

const ENROLLED = defineEmail({
  key: 'enrolled-by-school',
  name: 'Enrolment by the school',
  recipient: STUDENT,
  occasion: 'When an admin or instructor enrolls a student without a payment',
  subject: 'You are enrolled: {{class_name}}',
  text: `{{greeting}}

We have enrolled you in {{class_name}}. You have nothing to pay.

{{dates}}

[Go to your class]({{class_link}})`,
  variables: { ...CLASS, ...CLASS_LINK, dates: DATES },
})

const ENDED = defineEmail({
  key: 'enrolment-ended',
  name: 'End of an enrolment without a payment',
  recipient: STUDENT,
  occasion: 'When an enrolment ends that the student has not paid for: by an admin, or by who paid for the seat',
  subject: 'Your enrolment has ended: {{class_name}}',
  text: `{{greeting}}

Your enrolment in {{class_name}} ({{date}}) has ended. Your place is free again. Reply to this e-mail if you have questions.`,
  variables: { ...CLASS, date: DATE },
})

const WITHDRAWN = defineEmail({
  key: 'class-withdrawn',
  name: 'Withdrawn class',
  recipient: 'The students to whom nothing goes back; the others read of it in the e-mail about their refund',
  occasion: 'When a class is withdrawn',
  subject: 'Withdrawn: {{class_name}}',
  text: `{{greeting}}

{{class_name}} ({{date}}) does not take place. Your enrolment has ended. We are sorry.`,
  variables: { ...CLASS, date: DATE },
})

const SUBSTITUTE = defineEmail({
  key: 'substitute-enrolled',
  name: 'Place of another student',
  recipient: 'The person who takes the place',
  occasion: 'When a student or a buyer names a substitute, or a person claims a seat that another has paid for',
  subject: '{{former_name}} has given you a place: {{class_name}}',
  text: `{{greeting}}

{{former_name}} has given you a place in {{class_name}}. You have nothing to pay.

{{dates}}

[Go to your class]({{class_link}})

If you have no account with us yet, register with this e-mail address.`,
  variables: {
    ...CLASS,
    ...CLASS_LINK,
    dates: DATES,
    former_name: text('the student who had the place', 'Maren Dahl', 'text'),
  },
})

const REPLACED = defineEmail({
  key: 'substitute-named',
  name: 'Place given to a substitute',
  recipient: 'The student who had the place',
  occasion: 'When they, or who paid for the place, name a substitute',
  subject: 'Your place goes to {{substitute_name}}: {{class_name}}',
  text: `{{greeting}}

{{substitute_name}} takes your place in {{class_name}} ({{date}}). {{rest}} The payment stays with its buyer, and so does a refund.`,
  variables: {
    ...CLASS,
    date: DATE,
    substitute_name: text('the substitute', 'Leo Brandt', 'text'),
    rest: text('whether the student has other seats', 'You are no longer enrolled.'),
  },
})

const CLAIMED = defineEmail({
  key: 'seat-claimed',
  name: 'Claimed seat',
  recipient: 'The buyer of the seat',
  occasion: 'When another person claims a seat by its link',
  subject: '{{student_name}} has claimed a seat: {{class_name}}',
  text: `{{greeting}}

{{student_name}} has claimed a seat that you have paid for in {{class_name}} ({{date}}). We write to them about the class from now on. The payment stays yours, and so does a refund.`,
  variables: { ...CLASS, date: DATE, student_name: text('the person who has claimed it', 'Leo Brandt', 'text') },
})

export const SEAT_EMAILS = [
  MOVED,
  MOVED_BY_SCHOOL,
  MOVE_TO_PAY,
  ENROLLED,
  ENDED,
  WITHDRAWN,
  SUBSTITUTE,
  REPLACED,
  CLAIMED,
]

interface Substituted {
  chosen: LockedRun
  dates: RunDates
  /** The names. */
  former: string
  substitute: string
}

export function composeSubstituteEmail(
  ctx: Ctx,
  { email, greeting, isConfirmed }: Recipient,
  { chosen, dates, former }: Substituted,
): TemplatedEmail {
  const described = { ...listClass(ctx, chosen), dates: describeDates(dates.schedule, isConfirmed) }
  const message = compose(SUBSTITUTE, email, { ...greeting, ...described, former_name: former })
  return { ...message, attachments: dates.attachCalendar(isConfirmed) }
}

export function composeReplacedEmail(
  { email, greeting }: Recipient,
  { chosen, substitute, keepsOthers }: Pick<Substituted, 'chosen' | 'substitute'> & { keepsOthers: boolean },
): TemplatedEmail {
  const rest = keepsOthers ? 'You keep your other seats.' : 'You are no longer enrolled.'
  const described = { class_name: chosen.class.name, date: describeStart(chosen), substitute_name: substitute, rest }
  return compose(REPLACED, email, { ...greeting, ...described })
}

/** For the buyer. */
export function composeClaimedEmail(
  { email, greeting }: Recipient,
  { chosen, substitute }: Pick<Substituted, 'chosen' | 'substitute'>,
): TemplatedEmail {
  const described = { class_name: chosen.class.name, date: describeStart(chosen), student_name: substitute }
  return compose(CLAIMED, email, { ...greeting, ...described })
}

interface Moved {
  from: LockedRun
  to: LockedRun
  dates: RunDates
  credit: string[]
  /** Names of the seats, where it is not only the place of the student. */
  seats: string[]
}

export function composeMovedEmail(
  ctx: Ctx,
  { email, greeting, isConfirmed }: Recipient,
  { from, to, dates, credit, seats }: Moved,
): TemplatedEmail {
  const message = compose(MOVED, email, {
    ...greeting,
    ...listClass(ctx, to),
    date_before: describeStart(from),
    date_now: describeStart(to),
    ...{ credit, seats },
    dates: describeDates(dates.schedule, isConfirmed),
  })
  return { ...message, attachments: dates.attachCalendar(isConfirmed) }
}

export function composeMovedBySchoolEmail(
  ctx: Ctx,
  { email, greeting, isConfirmed }: Recipient,
  { from, to, dates, credit, seats }: Moved,
): TemplatedEmail {
  const places = { place_before: describePlace(from), place_now: describePlace(to) }
  const described = { ...places, credit, seats, dates: describeDates(dates.schedule, isConfirmed) }
  const message = compose(MOVED_BY_SCHOOL, email, { ...greeting, ...listClass(ctx, to), ...described })
  return { ...message, attachments: dates.attachCalendar(isConfirmed) }
}

/** @param until the end of the hold, as a clock time */
export function composeMoveToPayEmail(
  { publicUrl }: Ctx,
  { email, greeting }: Recipient,
  { from, to, seats, ...described }: Pick<Moved, 'from' | 'to' | 'seats'> & { amount: string; until: string },
): TemplatedEmail {
  return compose(MOVE_TO_PAY, email, {
    ...greeting,
    ...{ class_name: to.class.name, ...described, seats },
    ...{ place_before: describePlace(from), place_now: describePlace(to) },
    pay_link: `${publicUrl}/dashboard/payment/move/${from.run.id}/${to.run.id}`,
  })
}

export function composeEnrolledEmail(
  ctx: Ctx,
  { email, greeting, isConfirmed }: Recipient,
  { chosen, dates }: { chosen: LockedRun; dates: RunDates },
): TemplatedEmail {
  const described = { ...listClass(ctx, chosen), dates: describeDates(dates.schedule, isConfirmed) }
  const message = compose(ENROLLED, email, { ...greeting, ...described })
  return { ...message, attachments: dates.attachCalendar(isConfirmed) }
}

export function composeEndedEmail(ended: LockedRun, to: string, greeting: Greeting): TemplatedEmail {
  return compose(ENDED, to, { ...greeting, class_name: ended.class.name, date: describeStart(ended) })
}

/** For students to whom nothing goes back; the others read of the withdrawal in the e-mail about their refund. */
export function composeWithdrawnEmail(withdrawn: LockedRun, to: string, greeting: Greeting): TemplatedEmail {
  return compose(WITHDRAWN, to, { ...greeting, class_name: withdrawn.class.name, date: describeStart(withdrawn) })
}

function listClass({ publicUrl }: Ctx, { class: { id, name } }: LockedRun) {
  return { class_name: name, class_link: `${publicUrl}/dashboard/class/${id}` }
}

function describePlace(chosen: LockedRun): string {
  return `${chosen.class.name}, ${describeStart(chosen)}`
}

function describeStart({ run }: LockedRun): string {
  const { starts, time_zone } = readStart(run)
  return starts === null ? 'without a fixed date' : formatClockTime(starts, time_zone, { now: 'always' })
}
