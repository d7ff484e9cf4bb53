/** A stored run in the shape of a new one, to compare it with a form. */
import type { NewRun, Run } from './runs.ts'

/** Returns the fields that an instructor decides, of a run that the instructor or an admin has read. Its times are clock times. */
export function toInput({ sessions, link, own_price, ...run }: Run): NewRun {
  return {
    time_zone: run.time_zone,
    place: run.place,
    online: run.online,
    link: link ?? null,
    seats: run.seats,
    price: own_price ?? null,
    last_moment: null,
    last_moment_clock: run.last_moment_clock,
    minimum: run.minimum,
    decide_at: null,
    decide_clock: run.decide_clock,
    sessions: sessions.map(({ _id, starts, ends, rain_starts, rain_ends }) => ({
      ...{ _id, starts, ends, rain_starts, rain_ends },
    })),
  }
}
