/** E-mails that remind students of a session. Its time is in the zone of the run. */
import { formatSession } from '#contract/values/session-times.ts'
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
import type { DueReminder } from './due-reminders.ts'

export const REMINDER = defineEmail({
  key: 'session-reminder',
  name: 'Reminder of a session',
  recipient: 'The students of the date who want reminders',
  occasion: 'Before a session of a class',
  subject: 'Reminder: {{class_name}}, {{time}}',
  text: `{{greeting}}

{{class_name}} takes place on {{time}}.

{{rain_date}}

{{place}}

[Go to your class]({{class_link}})

[Switch reminders off in your profile]({{profile_link}})`,
  variables: {
    ...GREETING,
    class_name: text('the class', 'Fog in the City'),
    time: text('when the session takes place', 'Mon, May 4, 2026, 9:30–11:30 AM GMT+2', 'text'),
    rain_date: block(
      'when it takes place if it rains, where the session has such a date',
      'If it rains, it takes place on Tue, May 5, 2026, 9:30–11:30 AM GMT+2.',
    ),
    place: block('the place, or how to join online', 'The Old Harbor\n1 Quay Street'),
    class_link: link('the page of the class', '/dashboard/enroll-class'),
    profile_link: link('the page of the profile, where reminders are switched off', '/dashboard/profile'),
  },
})

export function composeReminderEmail(
  { publicUrl }: Pick<SystemContext, 'publicUrl'>,
  { session, run, className, classId, email }: Omit<DueReminder, 'user'> & { email: string },
  greeting: Greeting,
): TemplatedEmail {
  const format = (starts_at: number, ends_at: number) => {
    return formatSession({ starts_at, ends_at }, run.timeZone, { now: 'always' })
  }
  const { startsAt, endsAt, rainStartsAt, rainEndsAt } = session
  const hasRainDate = rainStartsAt !== null && rainEndsAt !== null
  return compose(REMINDER, email, {
    ...greeting,
    class_name: className,
    time: format(startsAt, endsAt),
    rain_date: hasRainDate ? [`If it rains, it takes place on ${format(rainStartsAt, rainEndsAt)}.`] : [],
    place: describePlace(run),
    class_link: `${publicUrl}/dashboard/class/${classId}`,
    profile_link: `${publicUrl}/dashboard/profile`,
  })
}

function describePlace({ isOnline, link: url, placeName, placeAddress }: DueReminder['run']): EmailPart[] {
  if (isOnline) return url ? [{ label: 'Join online', url }] : ['It takes place online.']
  return placeName === null ? [] : [[placeName, placeAddress].filter(Boolean).join('\n')]
}
