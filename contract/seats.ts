/** Seats that a buyer has for other people: a person with an account claims one by its link, and a child has one by name. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { RunStart } from './runs.ts'
import { ById, Id, Inserted, LineText, Modified, Text } from './values/fields.ts'
import { MAX_NAME_LENGTH } from './values/limits.ts'

/** A seat that the caller has paid for, of a date that is not over. */
export const OwnSeat = z.object({
  /** The id of the enrolment. */
  _id: Id,
  classId: Id,
  runId: Id,
  className: z.string(),
  ...RunStart.shape,
  /** 1 for the place of the buyer, higher for further seats. */
  seat: z.int(),
  /** The page on which a person claims the seat; null for the buyer's own, once it is claimed or named, and once the date has begun. */
  link: z.string().nullable(),
  /** The name of the student who has it, where that is another person with an account; null otherwise. */
  student: z.string().nullable(),
  /** The name of a person without an account, such as a child, who takes part; null otherwise. */
  guest: z.string().nullable(),
})
export type OwnSeat = z.infer<typeof OwnSeat>

/** The token of the link. */
export const SeatClaim = z.object({ token: Text.min(1).max(500) })

/** A further seat, as the person who follows its link sees it. */
export const LinkedSeat = z.object({
  className: z.string(),
  ...RunStart.shape,
  /** The name of the person who has paid for it. */
  buyer: z.string(),
})
export type LinkedSeat = z.infer<typeof LinkedSeat>

/** Null for the caller, or for whom the link goes to. */
export const Guest = z.object({
  name: LineText.trim().min(1, 'name is required').max(MAX_NAME_LENGTH).nullable(),
})
export type Guest = z.infer<typeof Guest>

export const seatsEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listSeats: endpoint({
    method: 'GET',
    path: '/seats',
    summary:
      'Lists the seats that the caller has paid for, of dates that are not over, with the links to claim further ones.',
    access: 'user',
    response: z.array(OwnSeat),
  }),
  readSeatLink: endpoint({
    method: 'POST',
    path: '/seat/link',
    summary:
      'Returns which seat a link offers, until it is claimed, withdrawn, or its date begins. The body keeps the token out of logs.',
    access: 'anyone',
    body: SeatClaim,
    response: LinkedSeat,
    rateLimit: { max: 60, minutes: 10 },
  }),
  claimSeat: endpoint({
    method: 'POST',
    path: '/seat/claim',
    summary:
      "Gives the seat of a link to the caller, once, until its date begins. Payment and refund stay the buyer's. Returns the id of the enrolment.",
    access: 'user',
    body: SeatClaim,
    response: Inserted,
    rateLimit: { max: 30, minutes: 10 },
  }),
  withdrawSeatLink: endpoint({
    method: 'POST',
    path: '/seat/{id}/link',
    summary: "Withdraws the link of one of the caller's further seats, which then has another one.",
    access: 'user',
    params: ById,
    response: Modified,
    rateLimit: { max: 60, minutes: 10 },
  }),
  nameGuest: endpoint({
    method: 'POST',
    path: '/seat/{id}/guest',
    summary:
      "Gives one of the caller's seats to a person without an account, such as a child, until its date begins. Its link ends. E-mails go to the caller.",
    access: 'user',
    params: ById,
    body: Guest,
    response: Modified,
    rateLimit: { max: 60, minutes: 10 },
  }),
}))
