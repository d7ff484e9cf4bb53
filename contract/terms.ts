/** Cancellation terms: what a student gets back who gives up a seat. Each change of them is a new version; a purchase keeps its own. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import {
  ById,
  ClockTime,
  Deleted,
  Id,
  Inserted,
  LinesText,
  LineText,
  Modified,
  Price,
  Timestamp,
} from './values/fields.ts'
import {
  MAX_CLASS_TEXT_LENGTH,
  MAX_FREE_DAYS,
  MAX_NAME_LENGTH,
  MAX_TERMS_HOURS,
  MAX_TERMS_STEPS,
} from './values/limits.ts'

/** Refunds for a seat that is sold again: none, the amount less a fee, or all of it. */
export const RESALES = ['none', 'less_fee', 'full'] as const
export const Resale = z.enum(RESALES)
export type Resale = z.infer<typeof Resale>

const Hours = z.int().min(0).max(MAX_TERMS_HOURS)

const Percent = z
  .number()
  .min(0)
  .max(100)
  .refine((percent) => /^\d+(\.\d{1,2})?$/.test(String(percent)), 'must have at most two decimals')

/** Applies until so many hours before the start; a multiple of 24 counts days of the calendar. */
export const TermsStep = z.object({
  hours_before: Hours.default(0),
  /** Of what was paid for the seat. */
  refund_percent: Percent.default(0),
  credit_percent: Percent.default(0),
  /** Comes off the refund, then off the credit. */
  fee: Price.default(0),
})
export type TermsStep = z.infer<typeof TermsStep>

const fields = {
  name: LineText.min(1, 'name is required').max(MAX_NAME_LENGTH),
  /** The school's own words. */
  text: LinesText.max(MAX_CLASS_TEXT_LENGTH),
  /** Days after paying, and before the start, in which the full amount comes back. */
  free_days: z.int().min(0).max(MAX_FREE_DAYS),
  steps: z.array(TermsStep).max(MAX_TERMS_STEPS),
  /** The least that the school keeps where a step applies. */
  minimum_fee: Price,
  move_fee: Price,
  move_hours_before: Hours,
  substitute_hours_before: Hours,
  resale: Resale,
  resale_fee: Price,
}

/** Only the name is required. */
export const NewTerms = z.object({
  name: fields.name,
  text: fields.text.default(''),
  free_days: fields.free_days.default(0),
  steps: fields.steps.default([]),
  minimum_fee: fields.minimum_fee.default(0),
  move_fee: fields.move_fee.default(0),
  move_hours_before: fields.move_hours_before.default(0),
  substitute_hours_before: fields.substitute_hours_before.default(0),
  resale: fields.resale.default('none'),
  resale_fee: fields.resale_fee.default(0),
})
export type NewTerms = z.infer<typeof NewTerms>

/** Absent fields stay as they are. Other terms become the default by their own `is_default`. */
export const TermsChange = z
  .object(fields)
  .partial()
  .extend({ is_default: z.literal(true).optional() })
export type TermsChange = z.infer<typeof TermsChange>

export const Terms = z.object({
  _id: Id,
  ...fields,
  /** True for the terms of classes that name no others. */
  is_default: z.boolean(),
  /** The number of classes that name them. */
  classes: z.int(),
  /** The value for `If-Match`, and the number of the version. */
  version: z.int(),
})
export type Terms = z.infer<typeof Terms>

/** Terms as students read them before they pay. */
export const ShownTerms = Terms.pick({
  free_days: true,
  steps: true,
  minimum_fee: true,
  resale: true,
  resale_fee: true,
  text: true,
}).extend({
  /** Terms of moves and substitutes, in sentences. */
  changes: z.array(z.string()),
})
export type ShownTerms = z.infer<typeof ShownTerms>

/** The refund for a seat until a moment. */
export const QuotedStep = z.object({
  /** The last moment; null for what has no end. */
  until: Timestamp.nullable(),
  /** The same as a clock time of the run's zone, or of the school's for an open run. */
  until_clock: ClockTime.nullable(),
  refund: Price,
  credit: Price,
  /** True if all that was paid comes back to the card. */
  is_full: z.boolean(),
  /** Amount taken off the percentages. */
  fee: Price,
  /** The reason in words: `Until 7 days before the start: 50 % of $240.00, less $15.00` */
  text: z.string(),
})
export type QuotedStep = z.infer<typeof QuotedStep>

export const termsEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listTerms: endpoint({
    method: 'GET',
    path: '/terms',
    summary: 'Lists the cancellation terms of the school, the default first.',
    access: 'staff',
    response: z.array(Terms),
  }),
  addTerms: endpoint({
    method: 'POST',
    path: '/terms',
    summary: 'Adds cancellation terms, which classes may name then.',
    access: 'admin',
    body: NewTerms,
    response: Inserted,
    rateLimit: { max: 120, minutes: 10 },
  }),
  changeTerms: endpoint({
    method: 'PATCH',
    path: '/terms/{id}',
    summary:
      'Writes a new version of cancellation terms, or makes them the default. Purchases keep the version that they were shown.',
    access: 'admin',
    params: ById,
    body: TermsChange,
    response: Modified,
    versioned: true,
    rateLimit: { max: 120, minutes: 10 },
  }),
  deleteTerms: endpoint({
    method: 'DELETE',
    path: '/terms/{id}',
    summary: 'Deletes cancellation terms that are not the default and that no class names. Purchases keep theirs.',
    access: 'admin',
    params: ById,
    response: Deleted,
  }),
}))
