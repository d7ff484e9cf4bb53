/** E-mails to the students of a run about its changes. Addresses may be unconfirmed, so they never contain the link of an online run. */
import { type ClockTimes, formatSession } from '#contract/values/session-times.ts'
import type { ClassRow } from '#server/domains/classes/classes.ts'
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
import type { SystemContext } from '#server/ports/context.ts'
import type { PlannedRun } from './planned-run.ts'

type Ctx = Pick<SystemContext, 'publicUrl'>
type Class = Pick<ClassRow, 'id' | 'name'>

const CLASS = {
  ...GREETING,
  class_name: text('the class', 'Fog in the City'),
  class_link: link('the page of the class', '/dashboard/enroll-class'),
}

const CHANGED = defineEmail({
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
    ...CLASS,
    changes: block(
      'the old and the new times and places, as far as they change',
      'Old place: The Old Harbor\n\nNew place: The New Harbor, 2 Quay Street',
      'text',
    ),
  },
})

const CANCELED = defineEmail({
  key: 'date-canceled',
  name: 'Canceled date',
  recipient: 'The students without a payment; the others read of it in the e-mail about their refund',
  occasion: 'When a date is canceled',
  subject: 'Canceled date: {{class_name}}',
  text: `{{greeting}}

Your date of {{class_name}} is canceled. We are sorry.

{{canceled_times}}

[Go to your class]({{class_link}})`,
  variables: {
    ...CLASS,
    canceled_times: block(
      '“Canceled times:” and the times of the date, where it has any',
      'Canceled times:\nMon, May 4, 2026, 09:30–11:30 (Europe/Oslo)',
    ),
  },
})

export const DATE_EMAILS = [CHANGED, CANCELED]

/** A student of the run. */
export interface Recipient {
  email: string
  greeting: Greeting
}

/** When and where a run takes place. */
export type Schedule = Pick<PlannedRun, 'sessions' | 'time_zone' | 'place' | 'online' | 'link'>

/**
 * Returns the paragraphs that tell a student what changes in time and place, with the old and the new values; none where neither
 * changes.
 */
export function describeScheduleChange(before: Schedule, after: Schedule): string[] {
  const [old, next] = [listSessions(before), listSessions(after)]
  const [removed, added] = [old.filter((text) => !next.includes(text)), next.filter((text) => !old.includes(text))]
  const times = removed.length + added.length > 0 ? [`Old times:\n${list(removed)}`, `New times:\n${list(added)}`] : []
  const [oldPlace, newPlace] = [describePlace(before), describePlace(after)]
  const places = oldPlace === newPlace ? [] : [`Old place: ${oldPlace}`, `New place: ${newPlace}`]
  const hasNewLink = after.online && before.online && before.link !== after.link
  return [...times, ...places, ...(hasNewLink ? ['The link has changed. You find it on the page of your class.'] : [])]
}

/** An updated calendar entry would be attached here. */
export function composeRunChangedEmail(
  ctx: Ctx,
  { email, greeting }: Recipient,
  row: Class,
  changes: string[],
): TemplatedEmail {
  return compose(CHANGED, email, { ...greeting, ...listClass(ctx, row), changes })
}

/** For students whom no refund is due; the others read of the cancellation in the e-mail about their refund. */
export function composeRunCanceledEmail(
  ctx: Ctx,
  { email, greeting }: Recipient,
  row: Class,
  schedule: Schedule,
): TemplatedEmail {
  const sessions = listSessions(schedule)
  const canceled_times = sessions.length > 0 ? [`Canceled times:\n${list(sessions)}`] : []
  return compose(CANCELED, email, { ...greeting, ...listClass(ctx, row), canceled_times })
}

function listClass({ publicUrl }: Ctx, { id, name }: Class) {
  return { class_name: name, class_link: `${publicUrl}/dashboard/class/${id}` }
}

function list(sessions: string[]): string {
  return sessions.length > 0 ? sessions.join('\n') : 'none'
}

/** Returns each session in words, in the zone of the run, in order of the starts. */
function listSessions({ sessions, time_zone }: Schedule): string[] {
  const format = (times: ClockTimes) => formatSession(times, time_zone, { now: 'always' })
  return sessions
    .toSorted((one, other) => one.starts_at - other.starts_at)
    .map(({ rain_starts, rain_ends, ...session }) => {
      if (rain_starts === null || rain_ends === null) return format(session)
      return `${format(session)}; if it rains ${format({ starts: rain_starts, ends: rain_ends })}`
    })
}

function describePlace({ place, online }: Schedule): string {
  if (online) return 'online'
  return place ? [place.name, place.address].filter(Boolean).join(', ') : 'not decided yet'
}
