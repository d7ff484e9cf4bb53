/** Runs: the times at which a class takes place, each with its own seats, place and sessions. */
import { z } from 'zod'
import { ClockTime, HttpsUrl, Id, NameText, Price, Timestamp, TimeZone } from './values/fields.ts'
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH, MAX_SEATS, MAX_SESSIONS } from './values/limits.ts'

export const Place = z.object({
  name: z.string(),
  address: z.string(),
  /** Degrees (WGS 84); both are null where unknown. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
})
export type Place = z.infer<typeof Place>

/** Times are clock times of the run's zone, and the instants that the server has found for them. */
export const Session = z.object({
  _id: Id,
  starts: ClockTime,
  ends: ClockTime,
  starts_at: Timestamp,
  ends_at: Timestamp,
  /** Start and end of the rain date of an outdoor session; null without one. */
  rain_starts: ClockTime.nullable(),
  rain_ends: ClockTime.nullable(),
  rain_starts_at: Timestamp.nullable(),
  rain_ends_at: Timestamp.nullable(),
})
export type Session = z.infer<typeof Session>

/** Start of a run, all null for an open run. The zone is an IANA name, and `starts` a clock time of it. */
export const RunStart = z.object({
  starts_at: Timestamp.nullable(),
  starts: ClockTime.nullable(),
  time_zone: z.string().nullable(),
})

export const Run = z.object({
  _id: Id,
  /** The start of the first session; null for an open run, which has no sessions. */
  starts_at: Timestamp.nullable(),
  /** The end of the last session. */
  ends_at: Timestamp.nullable(),
  /** The same start and end as clock times of the zone. */
  starts: ClockTime.nullable(),
  ends: ClockTime.nullable(),
  /** IANA name, in which the times are shown. */
  time_zone: z.string().nullable(),
  place: Place.nullable(),
  online: z.boolean(),
  price: Price,
  /**
   * Unsold seats. For all but the instructor and admins there are none while anyone is on the waiting list, and those that are offered to
   * who waits are not in it.
   */
  seats: z.int(),
  enroll: z.int(),
  /** The last moment to enroll; null: until the first session starts. */
  last_moment: Timestamp.nullable(),
  /** The same as a clock time of the zone; of the school's for an open run. */
  last_moment_clock: ClockTime.nullable(),
  /**
   * The number of students without which the run may not take place, and when its instructor decides. Both are null without a minimum,
   * and for students and visitors once the instructor has confirmed the run.
   */
  minimum: z.int().nullable(),
  decide_at: Timestamp.nullable(),
  decide_clock: ClockTime.nullable(),
  sessions: z.array(Session),
  /** Present for enrolled students, the instructor and admins: where an online run takes place. */
  link: z.string().nullable().optional(),
  /** Present for the instructor and admins: null if the run has the price of its class. */
  own_price: Price.nullable().optional(),
  /** Present for the instructor and admins: when one of them confirmed that the run takes place with fewer students. */
  confirmed_at: Timestamp.nullable().optional(),
  /** Present for the instructor and admins: seats that are offered to who waits, and the number of people who wait. */
  offers: z.int().optional(),
  waiting: z.int().optional(),
  /** Present where the run is canceled. */
  canceled_at: Timestamp.optional(),
  /** Present for the instructor and admins: the value for `If-Match`. Every change increments it, a sale included. */
  version: z.int().optional(),
})
export type Run = z.infer<typeof Run>

/** A text is the name of the place. */
const PlaceInput = z.preprocess(
  (place) => (typeof place === 'string' ? { name: place } : place),
  z.object({
    name: NameText.min(1, 'place is required').max(MAX_NAME_LENGTH),
    address: NameText.max(MAX_ADDRESS_LENGTH).default(''),
    latitude: z.number().min(-90).max(90).nullable().default(null),
    longitude: z.number().min(-180).max(180).nullable().default(null),
  }),
)

const optionalClock = ClockTime.nullish()
const optionalTime = Timestamp.nullish()

/**
 * Clock times of the run's zone, or instants. A clock time wins where both are sent; one that clocks show twice is the first, and one that
 * they skip is refused.
 */
const SessionInput = z.object({
  /** The id of a session that is kept or changed. Without it the session is added. */
  _id: Id.optional(),
  starts: optionalClock,
  ends: optionalClock,
  starts_at: optionalTime,
  ends_at: optionalTime,
  rain_starts: optionalClock,
  rain_ends: optionalClock,
  rain_starts_at: optionalTime,
  rain_ends_at: optionalTime,
})
export type SessionInput = z.infer<typeof SessionInput>

export const RunFields = z.object({
  time_zone: TimeZone.nullable().default(null),
  place: PlaceInput.nullable().default(null),
  online: z.boolean().default(false),
  link: HttpsUrl.nullable().default(null),
  seats: z.int().min(0).max(MAX_SEATS),
  price: Price.nullable().default(null),
  last_moment: Timestamp.nullable().default(null),
  /** Wins over `last_moment`, as a clock time of the zone; of the school's where the run has none. */
  last_moment_clock: optionalClock,
  minimum: z.int().min(1).max(MAX_SEATS).nullable().default(null),
  decide_at: Timestamp.nullable().default(null),
  /** Wins over `decide_at`. */
  decide_clock: optionalClock,
  sessions: z.array(SessionInput).max(MAX_SESSIONS, `A run has at most ${MAX_SESSIONS} sessions`).default([]),
  /** Saves the run although its instructor or its place is booked at the same time. */
  allow_overlap: z.boolean().optional(),
  /** For the first dated run of a class: to keep selling seats without a date, or to close those that students have. */
  undated: z.enum(['keep', 'close']).optional(),
})

/** A new run. The server finds the instants of its clock times, and then checks it (run-rules.ts). */
export const NewRun = RunFields
export type NewRun = z.infer<typeof NewRun>

/** Fields that change; absent fields stay as they are. The server checks the result like a new run. */
export const RunChange = z.object({
  time_zone: RunFields.shape.time_zone.unwrap().optional(),
  place: RunFields.shape.place.unwrap().optional(),
  online: RunFields.shape.online.unwrap().optional(),
  link: RunFields.shape.link.unwrap().optional(),
  seats: RunFields.shape.seats.optional(),
  price: RunFields.shape.price.unwrap().optional(),
  last_moment: RunFields.shape.last_moment.unwrap().optional(),
  last_moment_clock: optionalClock,
  minimum: RunFields.shape.minimum.unwrap().optional(),
  decide_at: RunFields.shape.decide_at.unwrap().optional(),
  decide_clock: optionalClock,
  sessions: RunFields.shape.sessions.unwrap().optional(),
  allow_overlap: RunFields.shape.allow_overlap,
  undated: RunFields.shape.undated,
})
export type RunChange = z.infer<typeof RunChange>
