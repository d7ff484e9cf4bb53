/** Dates of a run in e-mails: when its sessions take place, by the clock of its zone, where, and its calendar file. */

import type { Run, Session } from '#contract/runs.ts'
import { joinParts } from '#contract/values/join-parts.ts'
import { describeRun, describeZone, formatSession } from '#contract/values/session-times.ts'
import { readSessionClocks } from '#server/domains/classes/runs/clock-times.ts'
import type { RunRow } from '#server/domains/classes/runs/runs.table.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { EmailAttachment } from '#server/platform/mail/email-message.ts'
import { block } from '#server/platform/mail/email-template.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { type EventRow, listByRun } from './events.ts'
import { buildCalendar } from './ics.ts'

type Ctx = Pick<SystemContext, 'publicUrl'>

/** Dates and place of a run. */
export interface Schedule extends Pick<Run, 'time_zone' | 'online' | 'link'> {
  sessions: Pick<Session, 'starts' | 'ends' | 'starts_at' | 'ends_at' | 'rain_starts' | 'rain_ends'>[]
  place: Pick<NonNullable<Run['place']>, 'name' | 'address'> | null
}

/** The dates of a run, for all of its readers. */
export interface RunDates {
  run: RunRow
  schedule: Schedule
  /** Returns the calendar file as attachments; none without sessions. @param isConfirmed as for describeDates */
  attachCalendar(isConfirmed: boolean): EmailAttachment[]
}

/** The variable of e-mails that say when and where. */
export const DATES = block(
  'when and where the date takes place',
  'When (Europe/Oslo):\nMon, May 4, 2026, 09:30–11:30\nTue, May 5, 2026, 09:30–11:30\n\nWhere: The Old Harbor, 1 Quay Street',
)

/** Reads the dates of a run. */
export async function readRunDates({ publicUrl }: Ctx, db: Database, run: RunRow): Promise<RunDates> {
  const events = await listByRun(db, run)
  const sessions = events.map(({ session }) => {
    return { ...readSessionClocks(session, run), starts_at: session.startsAt, ends_at: session.endsAt }
  })
  const place = run.placeName === null ? null : { name: run.placeName, address: run.placeAddress ?? '' }
  const { timeZone: time_zone, isOnline: online, link } = run
  const files = new Map<boolean, EmailAttachment[]>()
  const attachCalendar = (isConfirmed: boolean) => {
    const attachments = files.get(isConfirmed) ?? buildFile(events, publicUrl, isConfirmed)
    files.set(isConfirmed, attachments)
    return attachments
  }
  return { run, schedule: { sessions, time_zone, place, online, link }, attachCalendar }
}

/** Returns when and where a run takes place as paragraphs. @param isConfirmed whether the address is the reader's, who may have the link */
export function describeDates(schedule: Schedule, isConfirmed: boolean): string[] {
  return [
    schedule.sessions.length === 0 ? 'When: without a fixed date' : listSessions('When', schedule),
    `Where: ${describePlace(schedule, isConfirmed)}`,
  ]
}

/** Returns the next session and how many follow, in one line. */
export function describeNext({ time_zone, sessions }: Schedule): string {
  return describeRun({ time_zone, sessions }, { withYear: true }) ?? 'without a fixed date'
}

function buildFile(events: readonly EventRow[], publicUrl: string, showsLinks: boolean): EmailAttachment[] {
  const [event] = events
  if (!event) return []
  const content = buildCalendar(events, { name: event.class.name, publicUrl, showsLinks })
  return [{ filename: 'dates.ics', contentType: 'text/calendar; charset=utf-8; method=PUBLISH', content }]
}

/**
 * Returns the paragraphs that tell a student what is no longer on and what is new, then the run as it is now; none where clock times and
 * places are equal.
 */
export function describeChange(before: Schedule, after: Schedule, isConfirmed: boolean): string[] {
  const removed = subtract(before, after)
  const added = subtract(after, before)
  const [oldPlace, newPlace] = [describePlace(before, false), describePlace(after, false)]
  const hasNewLink = after.online && before.online && before.link !== after.link
  const changes = [
    ...(removed.sessions.length > 0 ? [listSessions('No longer on', removed)] : []),
    ...(added.sessions.length > 0 ? [listSessions('New', added)] : []),
    ...(oldPlace === newPlace ? [] : [`Old place: ${oldPlace}`, `New place: ${newPlace}`]),
    ...(hasNewLink ? ['The link has changed. You find it on the page of your class.'] : []),
  ]
  return changes.length === 0 ? [] : [...changes, 'Your date as it is now:', ...describeDates(after, isConfirmed)]
}

/** Returns the schedule with the sessions that another one does not have. */
function subtract(schedule: Schedule, other: Schedule): Schedule {
  const toKey = ({ time_zone }: Schedule, session: Schedule['sessions'][number]) => describeSession(session) + time_zone
  const keys = new Set(other.sessions.map((session) => toKey(other, session)))
  return { ...schedule, sessions: schedule.sessions.filter((session) => !keys.has(toKey(schedule, session))) }
}

/** Returns the sessions in order of their starts, below a title that names the zone. */
export function listSessions(title: string, { sessions, time_zone }: Schedule): string {
  const lines = sessions.toSorted((one, other) => one.starts_at - other.starts_at).map(describeSession)
  return [`${title} (${describeZone(time_zone)}):`, ...lines].join('\n')
}

function describeSession({ rain_starts, rain_ends, ...session }: Schedule['sessions'][number]): string {
  const options = { now: 'always', withZone: false } as const
  const text = formatSession(session, null, options)
  if (rain_starts === null || rain_ends === null) return text
  return `${text}; if it rains ${formatSession({ starts: rain_starts, ends: rain_ends }, null, options)}`
}

/** Returns the place in words. Of an online run it has the link for readers whose address is confirmed. */
export function describePlace({ place, online, link }: Omit<Schedule, 'sessions'>, isConfirmed: boolean): string {
  if (online && link) return isConfirmed ? `online, ${link}` : 'online; the link is on the page of your class'
  if (online) return 'online'
  return place ? joinParts([place.name, place.address]) : 'not decided yet'
}
