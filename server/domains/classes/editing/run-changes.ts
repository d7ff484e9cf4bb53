/** Describes what a change of a run changes, for the activity log. */
import type { FieldChange } from '#contract/activity.ts'
import { formatMoney } from '#contract/values/money.ts'
import type { PlannedRun, PlannedSession } from './planned-run.ts'

/** Returns the fields that differ, with their old and new values as texts. */
export function listRunChanges(previous: PlannedRun, next: PlannedRun, currency: string): FieldChange[] {
  const [before, after] = [toTexts(previous, currency), toTexts(next, currency)]
  return Object.entries(before)
    .map(([field, from]) => ({ field, from, to: after[field] ?? '' }))
    .filter(({ from, to }) => from !== to)
}

function toTexts(run: PlannedRun, currency: string): Record<string, string> {
  return {
    Sessions: run.sessions.map(describeSession).join('; '),
    'Time zone': run.time_zone ?? '',
    Place: [run.place?.name, run.place?.address, run.place?.latitude, run.place?.longitude]
      .filter((part) => part !== undefined && part !== null && part !== '')
      .join(', '),
    Online: run.online ? 'yes' : 'no',
    Link: run.link ?? '',
    'Available Seats': String(run.seats),
    Price: run.listPriceMinor === null ? '' : formatMoney(run.listPriceMinor, currency),
    'Last moment to enroll': toText(run.last_moment_clock),
    Minimum: run.minimum === null ? '' : String(run.minimum),
    'Decision date': toText(run.decide_clock),
  }
}

function describeSession({ starts, ends, rain_starts }: PlannedSession): string {
  const rain = rain_starts === null ? '' : `, if it rains ${toText(rain_starts)}`
  return `${toText(starts)} to ${toText(ends)}${rain}`
}

/** `2027-05-04 18:00` */
function toText(clock: string | null): string {
  return clock?.replace('T', ' ') ?? ''
}
