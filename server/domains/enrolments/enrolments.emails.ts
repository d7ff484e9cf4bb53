/** E-mails from an instructor to the students of a class, and about its students to the instructor. */
import type { EnrolmentEndReason, StudentsMessage } from '#contract/enrolments.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { readStart } from '#server/domains/classes/runs/clock-times.ts'
import type { RunRow } from '#server/domains/classes/runs/runs.table.ts'
import type { Recipient } from '#server/domains/users/users.ts'
import type { Greeting } from '#server/platform/mail/email-message.ts'
import {
  block,
  compose,
  defineEmail,
  GREETING,
  link,
  type TemplatedEmail,
  text,
} from '#server/platform/mail/email-template.ts'
import type { Context, SystemContext } from '#server/ports/context.ts'

export const INSTRUCTOR_MESSAGE = defineEmail({
  key: 'instructor-message',
  name: 'Message of an instructor',
  recipient: 'The students of a class; replies go to the instructor',
  occasion: 'When an instructor or admin e-mails the students of a class',
  subject: '{{class_name}}: {{subject}}',
  text: `{{greeting}}

{{message}}

{{instructor_name}}, instructor of {{class_name}}

[Go to your class]({{class_link}})`,
  variables: {
    ...GREETING,
    class_name: text('the class', 'Fog in the City'),
    subject: text('the subject of the instructor', 'What to bring', 'subject'),
    message: block('the text of the instructor', 'Bring boots and a spare battery.\n\nSee you on Monday!', 'text'),
    instructor_name: text('the instructor', 'Grace Hopper'),
    class_link: link('the page of the class', '/dashboard/enroll-class'),
  },
})

const NEWS = defineEmail({
  key: 'enrolment-news',
  name: 'News of enrolments',
  recipient: 'The instructor of the classes',
  occasion: 'Within a minute or each morning, as the instructor has chosen, after students have enrolled or left',
  subject: 'News of your classes',
  text: `{{greeting}}

{{news}}

[Open your classes]({{classes_link}})

You can choose in your [profile]({{profile_link}}) how often we tell you.`,
  variables: {
    ...GREETING,
    news: block(
      'the news, a line each',
      'Fog in the City, Mon, May 4, 2026, 09:30 (Europe/Oslo): Maren Dahl has enrolled.',
      'text',
    ),
    classes_link: link('the classes of the instructor', '/dashboard/my-class'),
    profile_link: link('the profile of the instructor', '/dashboard/profile'),
  },
})

export const ENROLMENT_EMAILS = [INSTRUCTOR_MESSAGE, NEWS]

/** A student who has enrolled, or whose enrolment has ended. */
export interface NewsLine {
  student: string
  /** The number of seats. */
  seats: number
  className: string
  run: RunRow
  /** The reason of its end; null for a new one. */
  why: EnrolmentEndReason | null
}

/** Further news is counted. */
const MAX_LINES = 100

/** @param news at least one */
export function composeNewsEmail(
  { publicUrl }: Pick<SystemContext, 'publicUrl'>,
  { email, greeting }: Recipient,
  news: readonly NewsLine[],
): TemplatedEmail {
  const lines = news.slice(0, MAX_LINES).map(toLine)
  const others = news.length - lines.length
  return compose(NEWS, email, {
    ...greeting,
    news: others > 0 ? [...lines, `And ${others} more.`] : lines,
    classes_link: `${publicUrl}/dashboard/my-class`,
    profile_link: `${publicUrl}/dashboard/profile`,
  })
}

function toLine({ student, seats, className, run, why }: NewsLine): string {
  const { starts, time_zone } = readStart(run)
  const date = starts === null ? '' : `, ${formatClockTime(starts, time_zone, { now: 'always' })}`
  return `${className}${date}: ${student} ${describeNews(why, seats)}.`
}

function describeNews(why: NewsLine['why'], seats: number): string {
  if (why === null) return seats === 1 ? 'has enrolled' : `has enrolled with ${seats} seats`
  if (why === 'cancelled') return seats === 1 ? 'has cancelled' : `has cancelled ${seats} seats`
  if (why !== 'resold') return seats === 1 ? 'is no longer enrolled' : `no longer has ${seats} seats`
  return seats === 1
    ? 'has given up the seat, which was sold again'
    : `has given up ${seats} seats, which were sold again`
}

interface ClassMessage extends StudentsMessage {
  classId: string
  className: string
}

/** Replies go to the instructor. */
export function composeStudentEmail(
  { actor, publicUrl }: Pick<Context, 'actor' | 'publicUrl'>,
  student: { email: string; greeting: Greeting },
  { classId, className, subject, text: message }: ClassMessage,
): TemplatedEmail {
  const values = {
    ...student.greeting,
    subject,
    class_name: className,
    message: message.split(/\n{2,}/),
    instructor_name: actor.name,
    class_link: `${publicUrl}/dashboard/class/${classId}`,
  }
  return compose(INSTRUCTOR_MESSAGE, student.email, values, { 'Reply-To': actor.email })
}
