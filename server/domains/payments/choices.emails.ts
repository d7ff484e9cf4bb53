/** The e-mail about a withdrawn class whose buyers choose what they get, and what it says about the choice. */
import { formatMoney } from '#contract/values/money.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import type { LockedRun } from '#server/domains/classes/runs/seats.ts'
import type { Recipient } from '#server/domains/users/users.ts'
import type { EmailPart } from '#server/platform/mail/email-message.ts'
import {
  block,
  compose,
  defineEmail,
  GREETING,
  type TemplatedEmail,
  text,
} from '#server/platform/mail/email-template.ts'
import { toClockTime } from '#server/platform/zoned-time.ts'
import type { Context } from '#server/ports/context.ts'
import type { Parts } from './amounts.ts'
import { STUDENT } from './payments.emails.ts'

const WITHDRAWN_CHOICE = defineEmail({
  key: 'class-withdrawn-choice',
  name: 'Choice after a withdrawn class',
  recipient: STUDENT,
  occasion: 'When a class is withdrawn, and students choose what they get for it',
  subject: 'Withdrawn: {{class_name}}. Choose what you get',
  text: `{{greeting}}

{{class_name}} does not take place. Your enrolment has ended. We are sorry.

{{choice}}`,
  variables: {
    ...GREETING,
    class_name: text('the class', 'Fog in the City'),
    choice: block(
      'what the student may choose, until when, and the link to it',
      'Choose by Mon, May 11, 2026, 09:30 (Europe/Oslo): $49.99 as credit, or $49.99 back to your card.',
      'text',
    ),
  },
})

const CHOICE_REMINDER = defineEmail({
  key: 'choice-reminder',
  name: 'Reminder of a choice',
  recipient: STUDENT,
  occasion:
    'A day before the time ends in which students choose what they get for a canceled date or a withdrawn class',
  subject: 'One day left to choose what you get for {{class_name}}',
  text: `{{greeting}}

We have canceled your enrolment in {{class_name}}, and you have not chosen yet what you get for it.

{{choice}}`,
  variables: WITHDRAWN_CHOICE.variables,
})

export const CHOICE_EMAILS = [WITHDRAWN_CHOICE, CHOICE_REMINDER]

export interface OfferedChoice extends Parts {
  chosen: LockedRun
  currency: string
  until: number
  /** False where no other date of the class is free. */
  hasDates: boolean
}

/** Says what a buyer may choose, until when, and what happens without an answer. @param parts what goes back without one */
export function describeChoice(
  { publicUrl, school }: Pick<Context, 'publicUrl' | 'school'>,
  { chosen: { run }, cardMinor, givenMinor, currency, until, hasDates }: OfferedChoice,
): EmailPart[] {
  const zone = run.timeZone ?? school.current.time_zone
  const end = formatClockTime(toClockTime(until, zone), zone, { now: 'always' })
  const [card, all] = [cardMinor, cardMinor + givenMinor].map((minor) => formatMoney(minor, currency))
  const rest = givenMinor > 0 ? ` and ${formatMoney(givenMinor, currency)} as credit` : ''
  const options = [
    ...(hasDates ? ['- another date, without a surcharge'] : []),
    ...(cardMinor + givenMinor > 0 ? [`- ${all} as credit for any class`] : []),
    ...(cardMinor > 0 ? [`- ${card} back to your card${rest}`] : []),
  ]
  const link = { label: 'Choose', url: `${publicUrl}/dashboard/choice/${run.id}` }
  // The buyer has paid nothing.
  if (options.length === 0) return [`No other date is free now. If one becomes free by ${end}, you can take it.`, link]
  return [
    [`You can choose what you get, until ${end}:`, ...options].join('\n'),
    ...(cardMinor + givenMinor > 0 ? [cardMinor > 0 ? NO_ANSWER : NO_ANSWER_CREDIT] : []),
    link,
  ]
}

const NO_ANSWER = 'Without an answer, we refund your card.'
const NO_ANSWER_CREDIT = 'Without an answer, you get the credit.'

export function composeWithdrawnChoiceEmail(
  { class: { name } }: LockedRun,
  { email, greeting }: Recipient,
  choice: EmailPart[],
): TemplatedEmail {
  return compose(WITHDRAWN_CHOICE, email, { ...greeting, class_name: name, choice })
}

export function composeChoiceReminder(
  { class: { name } }: LockedRun,
  { email, greeting }: Recipient,
  choice: EmailPart[],
): TemplatedEmail {
  return compose(CHOICE_REMINDER, email, { ...greeting, class_name: name, choice })
}
