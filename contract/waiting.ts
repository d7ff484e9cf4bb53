/** Waiting lists of sold-out runs: a seat that becomes free is offered to who waits for it. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { RunStart } from './runs.ts'
import { ById, ClockTime, Deleted, Id, Inserted, Modified, Price, Timestamp, TrimmedText } from './values/fields.ts'
import { MAX_NAME_LENGTH, MAX_PARTY } from './values/limits.ts'
import { listQuery } from './values/pagination.ts'

/** `expired`: the offer ended before it was taken. `closed`: the run is over or canceled. */
export const WAITING_STATES = ['waiting', 'offered', 'taken', 'declined', 'expired', 'left', 'closed'] as const
export const WaitingState = z.enum(WAITING_STATES)
export type WaitingState = z.infer<typeof WaitingState>

export const WaitingEntry = z.object({
  _id: Id,
  runId: Id,
  classId: Id,
  seats: z.int(),
  state: WaitingState,
  /** The place in the list, 1 for the next; null unless the entry waits. */
  position: z.int().nullable(),
  /** The end of the seat's hold; null without an offer. */
  offered_until: Timestamp.nullable(),
  /** The same as a clock time of the run's zone, or of the school's for an open run. */
  offered_until_clock: ClockTime.nullable(),
  /** Time at which fewer seats than `seats` were free, so that others could have them; null where that has not happened. */
  skipped_at: Timestamp.nullable(),
  created_at: Timestamp,
})
export type WaitingEntry = z.infer<typeof WaitingEntry>

/** An entry of the caller's. */
export const OwnWaitingEntry = WaitingEntry.extend({
  className: z.string(),
  classImage: z.string(),
  ...RunStart.shape,
  /** That of the offer, or else the present one. */
  price: Price,
  /** True if the caller may select the run now, although it has no seats for others. */
  takeable: z.boolean(),
})
export type OwnWaitingEntry = z.infer<typeof OwnWaitingEntry>

/** An entry as the instructor and admins see it. */
export const ListedWaitingEntry = WaitingEntry.extend({
  name: z.string(),
  email: z.string(),
  /** That of the run; null for an open one. */
  time_zone: z.string().nullable(),
  /** Time at which one of the staff put the entry in front of the others; null for none. */
  first_at: Timestamp.nullable(),
})
export type ListedWaitingEntry = z.infer<typeof ListedWaitingEntry>

const Seats = z.int().min(1).max(MAX_PARTY)

/** All of the seats are offered, or none. */
export const NewWaitingEntry = z.object({ seats: Seats.default(1) })

export const WaitingQuery = listQuery(['created_at'])
export type WaitingQuery = z.infer<typeof WaitingQuery>

/** Reason that an entry goes before earlier ones. */
export const OfferOutOfOrder = z.object({
  reason: TrimmedText.min(1, 'reason is required').max(MAX_NAME_LENGTH),
})

export const waitingEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  joinWaitingList: endpoint({
    method: 'POST',
    path: '/run/{id}/waiting',
    summary:
      'Puts the caller on the waiting list of a run without a free seat, for one or several seats: all of them are offered, or none.',
    access: 'student',
    params: ById,
    body: NewWaitingEntry.nullish(),
    response: Inserted,
    rateLimit: { max: 60, minutes: 10 },
  }),
  listOwnWaiting: endpoint({
    method: 'GET',
    path: '/waiting',
    summary: "Lists the caller's entries of waiting lists, newest first, those that have ended included.",
    access: 'student',
    response: z.array(OwnWaitingEntry),
  }),
  leaveWaitingList: endpoint({
    method: 'DELETE',
    path: '/waiting/{id}',
    summary: 'Takes the caller off a waiting list. Seats that were offered go to the next.',
    access: 'student',
    params: ById,
    response: Deleted,
  }),
  changeWaitingSeats: endpoint({
    method: 'POST',
    path: '/waiting/{id}/seats',
    summary: 'Changes for how many seats the caller waits. The place in the list stays the same.',
    access: 'student',
    params: ById,
    body: z.object({ seats: Seats }),
    response: Modified,
    rateLimit: { max: 60, minutes: 10 },
  }),
  declineOffer: endpoint({
    method: 'POST',
    path: '/waiting/{id}/decline',
    summary: 'Declines the seats that the caller was offered, which go to the next.',
    access: 'student',
    params: ById,
    response: Modified,
  }),
  listWaiting: endpoint({
    method: 'GET',
    path: '/run/{id}/waiting',
    summary:
      'Lists the waiting list of a run in its order, then the entries that no longer wait: for its instructor, and for admins.',
    access: 'staff',
    params: ById,
    query: WaitingQuery,
    response: z.array(ListedWaitingEntry),
    paged: true,
  }),
  offerOutOfOrder: endpoint({
    method: 'POST',
    path: '/waiting/{id}/offer',
    summary:
      'Offers free seats to an entry before those that came earlier, or else the next ones, with a reason that is logged.',
    access: 'staff',
    params: ById,
    body: OfferOutOfOrder,
    response: Modified,
  }),
}))
