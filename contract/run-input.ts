/** A stored run in the shape of a new one, to merge a change into it or to compare it with a form. */
import type { NewRun, Run } from './runs.ts'

/** Returns the fields that an instructor decides, of a run that the instructor or an admin has read. */
export function toInput({ sessions, link, own_price, minimum, decide_at, ...run }: Run): NewRun {
  return {
    time_zone: run.time_zone,
    place: run.place,
    online: run.online,
    link: link ?? null,
    seats: run.seats,
    price: own_price ?? null,
    last_moment: run.last_moment,
    minimum,
    decide_at,
    sessions: sessions.map(({ _id, starts_at, ends_at, rain_starts_at, rain_ends_at }) => ({
      ...{ _id, starts_at, ends_at, rain_starts_at, rain_ends_at },
    })),
  }
}
