/** Moves of students to other dates of their class. */
import { z } from 'zod'
import { StartedCheckout } from './checkout.ts'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { RunStart } from './runs.ts'
import { ById, ClockTime, Id, Modified, Price, Timestamp } from './values/fields.ts'

/** `expected_due`: the amount of the quote to which the student agrees; 0 without it. `use_credit`: true to pay with credit before the card. */
export const MoveRequest = z.object({
  runId: Id,
  expected_due: Price.optional(),
  use_credit: z.boolean().optional(),
})
export type MoveRequest = z.infer<typeof MoveRequest>

/**
 * `held_until`: until when the new seat is held: that of a link from the school for longer than others; and the same as a clock time of the
 * new run's zone, or of the school's for an open run.
 */
export const StartedMove = StartedCheckout.extend({ held_until: Timestamp, held_until_clock: ClockTime })
export type StartedMove = z.infer<typeof StartedMove>

/** The difference of the list prices and the fee of the terms, in the currency of the payment. */
export const MoveQuote = z.object({
  due: Price,
  /** True if it can be paid here: the place was paid for in the currency of the school. */
  is_payable: z.boolean(),
  /** Credit that is returned, at most the rest of the payment. */
  credit: Price,
  fee: Price,
  /** Number of seats that it moves: several where the school holds the other date for all of a student's. */
  seats: z.int(),
  class_name: z.string(),
  from: RunStart,
  to: RunStart,
  /** The last moment to move; null without a date. */
  until: Timestamp.nullable(),
  text: z.string(),
})
export type MoveQuote = z.infer<typeof MoveQuote>

/** Treatment of the difference where an admin moves a student to a dearer date: waived, or charged by a link to the student. */
export const MOVE_DIFFERENCES = ['waive', 'charge'] as const

/** Seats to move: one, or all that its student has in the date, for children and others too. */
export const MOVED_SEATS = ['one', 'all'] as const

/** `difference` is required where the date costs more. `expected_due`: the amount of the quote that the admin has read; without it that of now. `seats`: `one` by default. */
export const StudentMove = z.object({
  runId: Id,
  difference: z.enum(MOVE_DIFFERENCES).optional(),
  expected_due: Price.optional(),
  seats: z.enum(MOVED_SEATS).optional(),
})
export type StudentMove = z.infer<typeof StudentMove>

/** `held_until` and its clock time, as in `StartedMove`, for a student who pays the difference; null where they are moved. */
export const StudentMoved = Modified.extend({
  held_until: Timestamp.nullable(),
  held_until_clock: ClockTime.nullable(),
})
export type StudentMoved = z.infer<typeof StudentMoved>

/** Sums of the seats that are moved. */
export const StudentMoveQuote = MoveQuote.pick({ due: true, credit: true, is_payable: true }).extend({
  /** All seats that the student has in the present date. */
  seats: z.int(),
  /** ISO 4217, lower case. */
  currency: z.string(),
})
export type StudentMoveQuote = z.infer<typeof StudentMoveQuote>

export const movesEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  moveEnrolment: endpoint({
    method: 'POST',
    path: '/enroll/run/{id}/move',
    summary:
      'Moves the caller from a run to another one of the same class, until their own has begun. A difference in their favor becomes credit. With the amount that it costs, it holds the new seat and opens an order as `POST /checkout` does; the old seat stays until that is paid.',
    access: 'user',
    params: ById,
    body: MoveRequest,
    response: z.union([StartedMove, Modified]),
  }),
  getMove: endpoint({
    method: 'GET',
    path: '/enroll/run/{id}/move',
    summary:
      'Returns what a move of the caller from a run to another one costs or returns, and until when it is possible.',
    access: 'user',
    params: ById,
    query: z.object({ runId: Id }),
    response: MoveQuote,
  }),
  moveStudent: endpoint({
    method: 'POST',
    path: '/enrolment/{id}/move',
    summary:
      'Moves a seat, or all that its student has in the date, to another date of its class, or of another one, without the fee and the hours of the terms. A difference in their favor becomes credit; one that is due is waived, or the seat is held and the student gets a link to pay it.',
    access: 'admin',
    params: ById,
    body: StudentMove,
    response: StudentMoved,
  }),
  getStudentMove: endpoint({
    method: 'GET',
    path: '/enrolment/{id}/move',
    summary:
      'Returns the difference of the prices where an admin moves a seat, or all that its student has in the date.',
    access: 'admin',
    params: ById,
    query: StudentMove.pick({ runId: true, seats: true }),
    response: StudentMoveQuote,
  }),
}))
