/** E-mails to the students of a run about its changes. Addresses may be unconfirmed, so they never contain the link of an online run. */
import type { NewRun } from '#contract/runs.ts'
import { formatSession } from '#contract/session-text.ts'
import type { ClassRow } from '#server/domains/classes/classes.ts'
import { type EmailMessage, toSingleLine } from '#server/platform/mail/email-message.ts'
import type { SystemContext } from '#server/ports/context.ts'

type Ctx = Pick<SystemContext, 'publicUrl'>
type Class = Pick<ClassRow, 'id' | 'name'>

/** A student of the run. */
export interface Recipient {
  email: string
  salutation: string
}

/** When and where a run takes place. */
export type Schedule = Pick<NewRun, 'sessions' | 'time_zone' | 'place' | 'online' | 'link'>

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

export function composeRunChangedEmail(
  ctx: Ctx,
  { email, salutation }: Recipient,
  row: Class,
  changes: string[],
): EmailMessage {
  return {
    to: email,
    subject: `Changed date: ${toSingleLine(row.name)}`,
    // An updated calendar entry would be attached here.
    paragraphs: [salutation, `Your date of ${row.name} has changed.`, ...changes, createClassLink(ctx, row)],
  }
}

/** For students whom no refund is due; the others read of the cancellation in the e-mail about their refund. */
export function composeRunCanceledEmail(
  ctx: Ctx,
  { email, salutation }: Recipient,
  row: Class,
  schedule: Schedule,
): EmailMessage {
  const sessions = listSessions(schedule)
  return {
    to: email,
    subject: `Canceled date: ${toSingleLine(row.name)}`,
    paragraphs: [
      salutation,
      `Your date of ${row.name} is canceled. We are sorry.`,
      ...(sessions.length > 0 ? [`Canceled times:\n${list(sessions)}`] : []),
      createClassLink(ctx, row),
    ],
  }
}

function createClassLink({ publicUrl }: Ctx, { id }: Class) {
  return { label: 'Go to your class', url: `${publicUrl}/dashboard/class/${id}` }
}

function list(sessions: string[]): string {
  return sessions.length > 0 ? sessions.join('\n') : 'none'
}

/** Returns each session in words, in the zone of the run, in order of the starts. */
function listSessions({ sessions, time_zone }: Schedule): string[] {
  const zone = time_zone ?? 'UTC'
  return sessions
    .toSorted((one, other) => one.starts_at - other.starts_at)
    .map(({ starts_at, ends_at, rain_starts_at, rain_ends_at }) => {
      const session = formatSession({ starts_at, ends_at }, zone)
      if (rain_starts_at === null || rain_ends_at === null) return `${session} (${zone})`
      return `${session}; if it rains ${formatSession({ starts_at: rain_starts_at, ends_at: rain_ends_at }, zone)} (${zone})`
    })
}

function describePlace({ place, online }: Schedule): string {
  if (online) return 'online'
  return place ? [place.name, place.address].filter(Boolean).join(', ') : 'not decided yet'
}
