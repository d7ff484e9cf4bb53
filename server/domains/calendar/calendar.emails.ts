/** E-mails that remind students of a session. Its time is in the zone of the run. */
import { formatSession } from '#contract/values/session-times.ts'
import { type EmailMessage, toSingleLine } from '#server/platform/mail/email-message.ts'
import type { SystemContext } from '#server/ports/context.ts'
import type { DueReminder } from './due-reminders.ts'

export function composeReminderEmail(
  { publicUrl }: Pick<SystemContext, 'publicUrl'>,
  { session, run, className, classId, email }: Omit<DueReminder, 'user'> & { email: string },
  salutation: string,
): EmailMessage {
  const format = (starts_at: number, ends_at: number) => {
    return formatSession({ starts_at, ends_at }, run.timeZone, { now: 'always' })
  }
  const { startsAt, endsAt, rainStartsAt, rainEndsAt } = session
  const time = format(startsAt, endsAt)
  const hasRainDate = rainStartsAt !== null && rainEndsAt !== null
  return {
    to: email,
    subject: `Reminder: ${toSingleLine(className)}, ${time}`,
    paragraphs: [
      salutation,
      `${className} takes place on ${time}.`,
      ...(hasRainDate ? [`If it rains, it takes place on ${format(rainStartsAt, rainEndsAt)}.`] : []),
      ...describePlace(run),
      { label: 'Go to your class', url: `${publicUrl}/dashboard/class/${classId}` },
      { label: 'Switch reminders off in your profile', url: `${publicUrl}/dashboard/profile` },
    ],
  }
}

function describePlace({ isOnline, link, placeName, placeAddress }: DueReminder['run']): EmailMessage['paragraphs'] {
  if (isOnline) return link ? [{ label: 'Join online', url: link }] : ['It takes place online.']
  return placeName === null ? [] : [[placeName, placeAddress].filter(Boolean).join('\n')]
}
