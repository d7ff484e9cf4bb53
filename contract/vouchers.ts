/** Gift vouchers: codes that pay for seats, in parts, until a day. */
import { z } from 'zod'
import { StartedCheckout } from './checkout.ts'
import { TypedCode } from './coupons.ts'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { RefundStatus } from './payments.ts'
import {
  ById,
  Day,
  Email,
  Id,
  Inserted,
  LinesText,
  LineText,
  Modified,
  NameText,
  Price,
  Timestamp,
} from './values/fields.ts'
import { MAX_NAME_LENGTH, MAX_SHORT_TEXT_LENGTH, WRONG_CODES } from './values/limits.ts'
import { listQuery } from './values/pagination.ts'

/** `locked` while a bank decides on a dispute about its sale, and after it has taken the money back. One that is spent may still be `valid`, with nothing left. */
export const VOUCHER_STATES = ['valid', 'expired', 'locked', 'voided'] as const

export const VoucherUse = z.object({
  /** The name of the class. */
  text: z.string(),
  amount: Price,
  created_at: Timestamp,
})

export const Voucher = z.object({
  _id: Id,
  /** The last characters of its code, the rest of which only its holder has. */
  last_four: z.string(),
  /** ISO 4217, lower case. */
  currency: z.string(),
  amount: Price,
  /** Amount left, without the reserved part. */
  balance: Price,
  /** Amount that open checkouts have reserved. */
  reserved: Price,
  state: z.enum(VOUCHER_STATES),
  /** The last day on which it pays, in the school's zone. */
  last_day: Day,
  /** Its buyer; null for one that an admin has made. */
  buyer: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** An admin's reason to make it; blank for one that was bought. */
  reason: z.string(),
  recipient_name: z.string(),
  message: z.string(),
  /** The e-mail address that receives it; null for the buyer. */
  deliver_to: z.string().nullable(),
  deliver_at: Day.nullable(),
  delivered_at: Timestamp.nullable(),
  /** The reason that it was ended. */
  void_reason: z.string().nullable(),
  /** The state of the refund of its sale; null without one. */
  refund_status: RefundStatus.nullable(),
  /** The reason that the card provider could not send the money; null for its buyer. */
  refund_problem: z.string().nullable(),
  /** Payments with it, oldest first. */
  uses: z.array(VoucherUse),
  created_at: Timestamp,
})
export type Voucher = z.infer<typeof Voucher>

const Reason = LineText.min(1, 'reason is required').max(MAX_NAME_LENGTH)

export const NewVoucher = z.object({
  /** In the school's currency. */
  amount: Price.positive(),
  reason: Reason,
})
export type NewVoucher = z.infer<typeof NewVoucher>

/** A voucher to buy. With `deliver_to` it is e-mailed there, at once or on a day of the school's zone; otherwise to its buyer. */
export const VoucherOrder = z.object({
  /** In the school's currency. */
  amount: Price.positive(),
  recipient_name: NameText.min(1, 'recipient name is required').max(MAX_NAME_LENGTH),
  message: LinesText.max(MAX_SHORT_TEXT_LENGTH).optional(),
  deliver_to: Email.optional(),
  deliver_at: Day.optional(),
})
export type VoucherOrder = z.infer<typeof VoucherOrder>

/** Has the code, which the API says only here, and in the PDF. */
export const MadeVoucher = Inserted.extend({ code: z.string() })
export type MadeVoucher = z.infer<typeof MadeVoucher>

export const VoucherChange = z.object({ last_day: Day })
export type VoucherChange = z.infer<typeof VoucherChange>

export const VoucherEnd = z.object({ reason: Reason })
export type VoucherEnd = z.infer<typeof VoucherEnd>

/** `q` is the last characters of the code. */
export const VouchersQuery = listQuery(['created_at'])
export type VouchersQuery = z.infer<typeof VouchersQuery>

export const VoucherBalance = z.object({
  balance: Price,
  /** The end of its last day in the school's zone. */
  expires_at: Timestamp,
})
export type VoucherBalance = z.infer<typeof VoucherBalance>

export const vouchersEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listVouchers: endpoint({
    method: 'GET',
    path: '/vouchers',
    summary:
      "Lists the caller's vouchers, newest first, one page at a time; admins get all. `q` is the last four characters of a code.",
    access: 'user',
    query: VouchersQuery,
    response: z.array(Voucher),
    paged: true,
  }),
  buyVoucher: endpoint({
    method: 'POST',
    path: '/vouchers/checkout',
    summary:
      'Opens the order of a voucher, which POST /payments settles. Repeated with the same, it returns the same order. The code goes to the buyer or the recipient by e-mail.',
    access: 'user',
    body: VoucherOrder,
    response: StartedCheckout,
    rateLimit: { max: 30, minutes: 10 },
  }),
  makeVoucher: endpoint({
    method: 'POST',
    path: '/vouchers',
    summary:
      'Makes a voucher without a payment, and returns its code, which is shown once. It is valid until the end of the year that is `voucher_years` after this one.',
    access: 'admin',
    recentSignIn: true,
    body: NewVoucher,
    response: MadeVoucher,
    rateLimit: { max: 120, minutes: 10 },
  }),
  changeVoucher: endpoint({
    method: 'PATCH',
    path: '/voucher/{id}',
    summary: 'Changes the last day of a voucher.',
    access: 'admin',
    params: ById,
    body: VoucherChange,
    response: Modified,
  }),
  voidVoucher: endpoint({
    method: 'POST',
    path: '/voucher/{id}/void',
    summary: 'Ends a voucher of which nothing is spent or in checkout. One that was bought is refunded to its card.',
    access: 'admin',
    recentSignIn: true,
    params: ById,
    body: VoucherEnd,
    response: Modified,
  }),
  getVoucherPdf: endpoint({
    method: 'GET',
    path: '/voucher/{id}.pdf',
    summary:
      'Returns a voucher with its code as a PDF, to its buyer and to admins, whose sign-in must be recent. Admins are logged.',
    access: 'user',
    recentSignIn: 'admin',
    params: ById,
    response: z.string(),
    file: 'pdf',
    rateLimit: { max: 30, minutes: 10 },
  }),
  readVoucherBalance: endpoint({
    method: 'POST',
    path: '/voucher/balance',
    summary: `Returns what is left on a voucher. After ${WRONG_CODES.max} wrong codes in ${WRONG_CODES.minutes} minutes it refuses further ones.`,
    access: 'user',
    body: z.object({ code: TypedCode }),
    response: VoucherBalance,
  }),
}))
