/** Writes calendars as iCalendar files. Source: RFC 5545 */

import {
  escape as escapeText,
  ICalCalendar,
  ICalCalendarMethod,
  type ICalDayJsStub,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator'
import { END_MESSAGES } from '#contract/refund-messages.ts'
import { toClassPath } from '#contract/slug.ts'
import { joinParts } from '#contract/values/join-parts.ts'
import { formatSession } from '#contract/values/session-times.ts'
import { readSessionClocks } from '#server/domains/classes/runs/clock-times.ts'
import type { EventRow } from './events.ts'
import { buildTimeZone, type Span } from './time-zone-rules.ts'

/** Seconds after which programs read a feed again. */
const REFRESH_SECONDS = 60 * 60

interface CalendarOptions {
  name: string
  publicUrl: string
  /** True if the reader is enrolled or teaches, and may know where online runs take place. */
  showsLinks: boolean
}

/** Returns the file. The same sessions give the same text, and a session keeps its id in every calendar. */
export function buildCalendar(events: readonly EventRow[], { name, ...options }: CalendarOptions): string {
  const spansByZone = groupSpans(events)
  const calendar = new ICalCalendar({
    // ical-generator writes the name as it is.
    name: escapeText(removeControls(name), false),
    prodId: { company: 'Photography School', product: 'Calendar', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
    timezone: { name: null, generator: (timeZone) => buildTimeZone(timeZone, spansByZone.get(timeZone) ?? []) },
    events: events.map((event) => toEvent(event, options)),
  })
  return `${calendar.toString()}\r\n`
}

function groupSpans(events: readonly EventRow[]): Map<string, Span[]> {
  const spansByZone = new Map<string, Span[]>()
  for (const event of events) {
    const span = { from: event.session.startsAt, to: event.session.endsAt }
    const spans = spansByZone.get(readZone(event))
    if (spans) spans.push(span)
    else spansByZone.set(readZone(event), [span])
  }
  return spansByZone
}

const readZone = ({ run }: EventRow): string => run.timeZone ?? 'UTC'

type EventOptions = Omit<CalendarOptions, 'name'>

function toEvent(event: EventRow, options: EventOptions): ICalEventData {
  const { session, run } = event
  const isCanceled = event.isCanceled || event.whyEnded !== null
  const timeZone = readZone(event)
  const { starts, ends } = readSessionClocks(session, run)
  const location = toLocation(event, options)
  return {
    id: session.id,
    sequence: run.sequence + (hasEndedAlone(event) ? 1 : 0),
    // Without a change of the sequence nothing has changed, so the time of the file would mislead programs.
    stamp: new Date(run.createdAt),
    // An end by the clock, not a duration: programs read that in three ways over a change of clocks.
    start: toLocalTime(session.startsAt, starts, timeZone),
    end: toLocalTime(session.endsAt, ends, timeZone),
    timezone: timeZone,
    // Programs that ignore STATUS show it as well.
    summary: removeControls(`${isCanceled ? 'Canceled: ' : ''}${event.class.name}`),
    description: removeControls(describeEvent(event, options)),
    url: options.publicUrl + toClassPath(event.class),
    status: isCanceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(location === null ? {} : { location }),
  }
}

/** Returns whether the reader's place has ended in a run that takes place. */
function hasEndedAlone({ isCanceled, whyEnded }: EventRow): boolean {
  return whyEnded !== null && !isCanceled
}

function toLocation(
  { run, whyEnded }: EventRow,
  { showsLinks }: EventOptions,
): NonNullable<ICalEventData['location']> | null {
  if (run.isOnline) return { title: showsLinks && run.link && whyEnded === null ? run.link : 'Online' }
  if (run.placeName === null) return null
  const title = joinParts([run.placeName, run.placeAddress])
  const hasPosition = run.latitude !== null && run.longitude !== null
  return {
    title: removeControls(title),
    ...(hasPosition ? { geo: { lat: run.latitude ?? 0, lon: run.longitude ?? 0 } } : {}),
  }
}

function describeEvent(
  { session, run, isCanceled, whyEnded, class: taught }: EventRow,
  { publicUrl, showsLinks }: EventOptions,
): string {
  const { rain_starts, rain_ends } = readSessionClocks(session, run)
  const rain = rain_starts !== null && rain_ends !== null && { starts: rain_starts, ends: rain_ends }
  const lines = [
    isCanceled && 'This session is canceled.',
    whyEnded !== null && `Your enrolment has ended: ${END_MESSAGES[whyEnded]}.`,
    rain && `If it rains: ${formatSession(rain, run.timeZone, { now: 'always' })}`,
    showsLinks && run.isOnline && run.link && whyEnded === null && `Join online: ${run.link}`,
    publicUrl + toClassPath(taught),
  ]
  return lines.filter((line) => line).join('\n')
}

/**
 * Returns a time as ical-generator reads those of Day.js: it asks for the parts of the clock time in the event's zone. It would
 * write a Date in the zone of this server.
 */
function toLocalTime(time: number, clock: string, timeZone: string): ICalDayJsStub | Date {
  if (timeZone === 'UTC') return new Date(time)
  return {
    format: (pattern) =>
      pattern === 'YYYYMMDD' ? clock.slice(0, 10).replaceAll('-', '') : `${clock.slice(11, 13)}${clock.slice(14)}00`,
    isValid: () => true,
    toDate: () => new Date(time),
    toJSON: () => new Date(time).toISOString(),
  }
}

/** Removes characters that iCalendar does not allow in a text. Line breaks stay, and are escaped. */
function removeControls(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, ' ')
}
