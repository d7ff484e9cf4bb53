/** E-mails that remind students of a session. Its time is in the zone of the run. */
import { joinParts } from '#contract/values/join-parts.ts'
import { type ClockTimes, describeZone, formatSession } from '#contract/values/session-times.ts'
import { readSessionClocks, type SessionRow } from '#server/domains/classes/runs/clock-times.ts'
import { isUndecided } from '#server/domains/classes/runs/minimum.ts'
import type { RunRow, runSessions } from '#server/domains/classes/runs/runs.table.ts'
import type { Recipient } from '#server/domains/users/users.ts'
import type { EmailPart, Greeting } from '#server/platform/mail/email-message.ts'
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

const UNDECIDED = 'It takes place if enough students enroll, which is not decided yet. We e-mail you if it is canceled.'

const REMINDER = defineEmail({
  key: 'session-reminder',
  name: 'Reminder of a session',
  recipient: 'The students of the date who want reminders',
  occasion: 'Before a session of a class',
  subject: 'Reminder: {{class_name}}, {{time}}',
  text: `{{greeting}}

Your next session of {{class_name}}: {{time}}.

{{undecided}}

{{rain_date}}

{{place}}

[Go to your class]({{class_link}})

[Switch reminders off in your profile]({{profile_link}})`,
  variables: {
    ...GREETING,
    class_name: text('the class', 'Fog in the City'),
    time: text('when the session takes place', 'Mon, May 4, 2026, 09:30–11:30 (Europe/Oslo)', 'text'),
    undecided: block(
      'that it is undecided whether the date takes place, while it has fewer students than it needs',
      UNDECIDED,
    ),
    rain_date: block(
      'when it takes place if it rains, where the session has such a date',
      'If it rains, it takes place on Tue, May 5, 2026, 09:30–11:30 (Europe/Oslo).',
    ),
    place: block('the place, or how to join online', 'The Old Harbor\n1 Quay Street'),
    class_link: link('the page of the class', '/dashboard/enroll-class'),
    profile_link: link('the page of the profile, where reminders are switched off', '/dashboard/profile'),
  },
})

const RULES_CHANGED = defineEmail({
  key: 'zone-rules-changed',
  name: 'New rules of a time zone',
  recipient: 'The students of the date',
  occasion: 'When the rules of the time zone of a date change, such as its daylight saving time',
  subject: 'New rules of the time zone: {{class_name}}',
  text: `{{greeting}}

The time zone {{time_zone}} has new rules. Your sessions of {{class_name}} stay at the clock times of their place:

{{times}}

In other time zones, and in calendar programs, they may be an hour earlier or later than before.

[Go to your class]({{class_link}})`,
  variables: {
    ...GREETING,
    class_name: text('the class', 'Fog in the City'),
    time_zone: text('the time zone of the date', 'Europe/Oslo', 'text'),
    times: block('the sessions whose moment has changed', 'Mon, May 4, 2026, 09:30–11:30 (Europe/Oslo)', 'text'),
    class_link: link('the page of the class', '/dashboard/enroll-class'),
  },
})

export const CALENDAR_EMAILS = [REMINDER, RULES_CHANGED]

interface Reminder {
  session: typeof runSessions.$inferSelect
  run: RunRow
  className: string
  classId: string
}

/** Tells a student that clock times stay while the rules of their zone have changed. */
export function composeRulesChangedEmail(
  { publicUrl }: Pick<SystemContext, 'publicUrl'>,
  { email, greeting }: { email: string; greeting: Greeting },
  { id, name }: { id: string; name: string },
  { run, sessions }: { run: RunRow; sessions: readonly { after: SessionRow }[] },
): TemplatedEmail {
  const format = ({ after }: { after: SessionRow }) =>
    formatSession(readSessionClocks(after, run), run.timeZone, { now: 'always' })
  return compose(RULES_CHANGED, email, {
    ...greeting,
    class_name: name,
    time_zone: describeZone(run.timeZone),
    times: [sessions.map(format).join('\n')],
    class_link: `${publicUrl}/dashboard/class/${id}`,
  })
}

export function composeReminderEmail(
  { publicUrl }: Pick<SystemContext, 'publicUrl'>,
  { session, run, className, classId }: Reminder,
  { email, greeting, isConfirmed }: Recipient,
): TemplatedEmail {
  const format = (times: ClockTimes) => formatSession(times, run.timeZone, { now: 'always' })
  const { rain_starts, rain_ends, ...times } = readSessionClocks(session, run)
  const hasRainDate = rain_starts !== null && rain_ends !== null
  return compose(REMINDER, email, {
    ...greeting,
    class_name: className,
    time: format(times),
    undecided: isUndecided(run) ? [UNDECIDED] : [],
    rain_date: hasRainDate
      ? [`If it rains, it takes place on ${format({ starts: rain_starts, ends: rain_ends })}.`]
      : [],
    place: describePlace(run, isConfirmed),
    class_link: `${publicUrl}/dashboard/class/${classId}`,
    profile_link: `${publicUrl}/dashboard/profile`,
  })
}

function describePlace({ isOnline, link: url, ...place }: RunRow, isConfirmed: boolean): EmailPart[] {
  const { placeName, placeAddress } = place
  if (isOnline && url)
    return isConfirmed
      ? [{ label: 'Join online', url }]
      : ['It takes place online. The link is on the page of your class.']
  if (isOnline) return ['It takes place online.']
  return placeName === null ? [] : [joinParts([placeName, placeAddress], '\n')]
}
