/**
 * Calendars: the file of one run, a user's own feed, and reminders. The public files have no endpoint. Access tokens may not read the
 * address of the feed, because it would outlive them.
 */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ById, ClockTime, Deleted, Modified, TimeZone } from './values/fields.ts'

export const CalendarSettings = z.object({
  /** The address of the user's own feed. Anyone who has it can read the sessions. Null while the feed is off. */
  feed_url: z.string().nullable(),
  /** True if the user is reminded of sessions by e-mail. */
  reminders: z.boolean(),
})
export type CalendarSettings = z.infer<typeof CalendarSettings>

/** Milliseconds since 1970 UTC, up to the last session that can take place. */
const QueryTime = z.coerce.number().int().min(0).max(Date.UTC(2100, 0))

export const calendarEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  getCalendarSettings: endpoint({
    method: 'GET',
    path: '/calendar',
    summary: "Returns the address of the caller's calendar feed, and whether they are reminded by e-mail.",
    access: 'user',
    signInOnly: true,
    response: CalendarSettings,
  }),
  changeCalendarSettings: endpoint({
    method: 'PATCH',
    path: '/calendar',
    summary: 'Switches reminders by e-mail on or off.',
    access: 'user',
    signInOnly: true,
    body: z.object({ reminders: z.boolean() }),
    response: Modified,
  }),
  renewCalendarFeed: endpoint({
    method: 'POST',
    path: '/calendar/feed',
    summary: 'Makes a new address of the calendar feed of the caller; the previous one ends.',
    access: 'user',
    signInOnly: true,
    response: z.object({ feed_url: z.string() }),
    rateLimit: { max: 20, minutes: 60 },
  }),
  endCalendarFeed: endpoint({
    method: 'DELETE',
    path: '/calendar/feed',
    summary: 'Ends the address of the calendar feed of the caller.',
    access: 'user',
    signInOnly: true,
    response: Deleted,
  }),
  getOwnTimes: endpoint({
    method: 'GET',
    path: '/own-times',
    summary: 'Returns what clocks in a time zone show at the start and the end of a session: the zone of the reader.',
    access: 'user',
    query: z.object({ time_zone: TimeZone, starts_at: QueryTime, ends_at: QueryTime }),
    response: z.object({ starts: ClockTime, ends: ClockTime }),
  }),
  getRunCalendar: endpoint({
    method: 'GET',
    path: '/enroll/run/{id}/calendar.ics',
    summary: 'Returns the sessions of a run that the caller is enrolled in, as an iCalendar file.',
    access: 'user',
    params: ById,
    response: z.string(),
    file: 'ics',
  }),
}))
