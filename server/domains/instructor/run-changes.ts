/** Describes what a change of a run changes, for the activity log. */
import type { FieldChange } from '#contract/activity.ts'
import type { NewRun } from '#contract/runs.ts'
import { formatMajor } from '#contract/values/money.ts'

/** Returns the fields that differ, with their old and new values as texts. */
export function listRunChanges(previous: NewRun, next: NewRun, currency: string): FieldChange[] {
  const [before, after] = [toTexts(previous, currency), toTexts(next, currency)]
  return Object.entries(before)
    .map(([field, from]) => ({ field, from, to: after[field] ?? '' }))
    .filter(({ from, to }) => from !== to)
}

function toTexts(run: NewRun, currency: string): Record<string, string> {
  const zone = run.time_zone ?? 'UTC'
  const time = (at: number | null) => (at === null ? '' : formatInZone(at, zone))
  return {
    Sessions: run.sessions.map((session) => describeSession(session, time)).join('; '),
    'Time zone': run.time_zone ?? '',
    Place: [run.place?.name, run.place?.address, run.place?.latitude, run.place?.longitude]
      .filter((part) => part !== undefined && part !== null && part !== '')
      .join(', '),
    Online: run.online ? 'yes' : 'no',
    Link: run.link ?? '',
    'Available Seats': String(run.seats),
    Price: run.price === null ? '' : formatMajor(run.price, currency),
    'Last moment to enroll': time(run.last_moment),
    Minimum: run.minimum === null ? '' : String(run.minimum),
    'Decision date': time(run.decide_at),
  }
}

function describeSession(session: NewRun['sessions'][number], time: (at: number | null) => string): string {
  const rain = session.rain_starts_at === null ? '' : `, if it rains ${time(session.rain_starts_at)}`
  return `${time(session.starts_at)} to ${time(session.ends_at)}${rain}`
}

/** `2027-05-04 18:00`: sortable, and the same in every version of ICU. */
function formatInZone(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(at)
}
