/** Choices of buyers whose date or class the school has canceled: each chooses once, within some days. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { RunStart } from './runs.ts'
import { ById, ClockTime, Id, Modified, Price, Timestamp } from './values/fields.ts'
import { listQuery } from './values/pagination.ts'

/** `date`: another date of the class; `credit`; `money`: back to where it was paid from, which is also what happens without an answer. */
export const CANCELLATION_CHOICES = ['date', 'credit', 'money'] as const
export const CancellationChoice = z.enum(CANCELLATION_CHOICES)
export type CancellationChoice = z.infer<typeof CancellationChoice>

/** `runId`: the other date, and nothing else's. */
export const ChoiceRequest = z
  .object({ choice: CancellationChoice, runId: Id.optional() })
  .refine(({ choice, runId }) => (choice === 'date') === (runId !== undefined), 'runId belongs to another date')
export type ChoiceRequest = z.infer<typeof ChoiceRequest>

/** Reason for the choice: the class does not take place, or only this date of it. */
export const ChoiceReason = z.enum(['withdrawn', 'run_canceled'])

/** The seats that the caller has paid for, and what they may choose for all of them together. */
export const RunChoice = z.object({
  classId: Id,
  className: z.string(),
  ...RunStart.shape,
  reason: ChoiceReason,
  seats: z.int(),
  /** The last moment to choose. */
  until: Timestamp,
  /** The same as a clock time of the run's zone, or of the school's for an open run. */
  until_clock: ClockTime,
  /** Null while the caller may choose. */
  chosen: CancellationChoice.nullable(),
  /** Refund to the card in place of another date or credit. */
  refund: Price,
  /** Credit in any case, for the part that no card has paid. */
  credit: Price,
  /** True if something has gone back since the offer: there is no choice of another date then, and nothing at all to choose once all of it has. */
  is_reduced: z.boolean(),
  /** ISO 4217, lower case. */
  currency: z.string(),
  /** Other dates with enough free seats. A dearer one costs nothing more. */
  dates: z.array(
    z.object({
      runId: Id,
      ...RunStart.shape,
      /** The difference that a cheaper one gives as credit. */
      credit: Price,
    }),
  ),
})
export type RunChoice = z.infer<typeof RunChoice>

/** A buyer's choice for one seat, open or made, as admins see it. */
export const ListedChoice = z.object({
  _id: Id,
  paymentId: Id,
  receipt: z.int(),
  name: z.string(),
  email: z.string(),
  classId: Id,
  className: z.string(),
  ...RunStart.shape,
  reason: ChoiceReason,
  /** The rest of the payments of the seat. */
  amount: Price,
  /** ISO 4217, lower case. */
  currency: z.string(),
  until: Timestamp,
  /** As in `RunChoice`. */
  until_clock: ClockTime,
  chosen: CancellationChoice.nullable(),
  /** The start of the other date; null where none was chosen. */
  other: z.object(RunStart.shape).nullable(),
  /** Null while there is no answer. */
  chosen_at: Timestamp.nullable(),
  /** True if the time ended without an answer. */
  is_expired: z.boolean(),
  created_at: Timestamp,
})
export type ListedChoice = z.infer<typeof ListedChoice>

export const ChoicesQuery = listQuery(['created_at'])
export type ChoicesQuery = z.infer<typeof ChoicesQuery>

export const choicesEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  getRunChoice: endpoint({
    method: 'GET',
    path: '/run/{id}/choice',
    summary:
      'Returns what the caller may choose for the seats that they paid for in a canceled run, or in a run of a withdrawn class.',
    access: 'user',
    params: ById,
    response: RunChoice,
  }),
  chooseForRun: endpoint({
    method: 'POST',
    path: '/run/{id}/choice',
    summary:
      'Chooses once for these seats: another date of the class without a surcharge, credit, or the money back. Without an answer, the money goes back.',
    access: 'user',
    params: ById,
    body: ChoiceRequest,
    response: Modified,
    rateLimit: { max: 60, minutes: 10 },
  }),
  listChoices: endpoint({
    method: 'GET',
    path: '/choices',
    summary:
      'Lists what buyers may choose, or have chosen, for canceled dates and withdrawn classes, newest first, one page at a time. `q` searches name, address, class and receipt.',
    access: 'admin',
    query: ChoicesQuery,
    response: z.array(ListedChoice),
    paged: true,
  }),
}))
