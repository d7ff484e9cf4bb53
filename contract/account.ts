/** A user's own account: export of all personal data, and sign-ins. */
import { z } from 'zod'
import { AccessToken } from './access-tokens.ts'
import { AttendedSession } from './attendance.ts'
import { CalendarSettings } from './calendar.ts'
import { CartItem } from './cart.ts'
import { SchoolClass } from './classes.ts'
import { OwnWithdrawal } from './contract-withdrawals.ts'
import { Credit } from './credit.ts'
import { CritiqueSettings, OwnSubmission, WrittenAnswer, WrittenRemark } from './critique.ts'
import { EmailChange } from './email-changes.ts'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { EndedEnrolment, EnrolledClass, EnrolmentNews } from './enrolments.ts'
import { OwnReview } from './home.ts'
import { UploadedImage } from './images.ts'
import { Payment } from './payments.ts'
import { Profile } from './profiles.ts'
import { OwnSeat } from './seats.ts'
import { User } from './users.ts'
import { ById, Deleted, Id, Timestamp } from './values/fields.ts'
import { Voucher } from './vouchers.ts'
import { OwnWaitingEntry } from './waiting.ts'

/** The identity provider's data about a sign-in, without passwords or session tokens. */
export const SignIn = z.object({
  email_verified: z.boolean(),
  /** `password`, or the name of a sign-in provider. */
  methods: z.array(z.string()),
  second_factor: z.boolean(),
  sessions: z.array(
    z.object({
      created_at: Timestamp,
      expires_at: Timestamp,
      address: z.string().nullable(),
      browser: z.string().nullable(),
    }),
  ),
})
export type SignIn = z.infer<typeof SignIn>

/** Everything that is stored about one user, each list newest first. */
export const AccountData = z.object({
  exported_at: Timestamp,
  user: User.extend({ phone: z.string().nullable() }),
  /** The version of the terms that was current at the registration; null where it was not recorded. */
  terms_version: z.int().nullable(),
  sign_in: SignIn,
  access_tokens: z.array(AccessToken),
  selected_classes: z.array(CartItem),
  payments: z.array(Payment),
  /** Seats that the user has paid for, of the past too, with who takes part. */
  seats: z.array(OwnSeat),
  credit: Credit,
  vouchers: z.array(Voucher),
  enrolled_classes: z.array(EnrolledClass),
  ended_enrolments: z.array(EndedEnrolment),
  /** Of an instructor: how often they are notified of enrolments. */
  enrolment_news: EnrolmentNews.nullable(),
  attended_sessions: z.array(AttendedSession),
  /** Entries of waiting lists. */
  waiting: z.array(OwnWaitingEntry),
  submissions: z.array(OwnSubmission),
  /** Of staff. */
  written_remarks: z.array(WrittenRemark),
  written_answers: z.array(WrittenAnswer),
  critique: CritiqueSettings,
  /** An instructor's text for visitors; null for others, and before it is saved. */
  instructor_profile: Profile.nullable(),
  taught_classes: z.array(SchoolClass),
  reviews: z.array(OwnReview),
  calendar: CalendarSettings,
  email_changes: z.array(EmailChange),
  /** From orders of the user. */
  withdrawals: z.array(OwnWithdrawal),
  newsletter: z.object({ asked_at: Timestamp, confirmed_at: Timestamp.nullable() }).nullable(),
})
export type AccountData = z.infer<typeof AccountData>

/** A place where the user is signed in. */
export const SignInSession = z.object({
  _id: Id,
  /** Browser and system in words: `Firefox on Linux`. */
  device: z.string(),
  address: z.string().nullable(),
  created_at: Timestamp,
  /** To within some minutes. */
  used_at: Timestamp,
  /** True if this call belongs to it. */
  current: z.boolean(),
})
export type SignInSession = z.infer<typeof SignInSession>

export const accountEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  getOwnData: endpoint({
    method: 'GET',
    path: '/account/data',
    summary: 'Returns all data that is stored about the caller.',
    access: 'user',
    signInOnly: true,
    response: AccountData,
  }),
  uploadPhoto: endpoint({
    method: 'POST',
    path: '/account/photo',
    summary:
      "Uploads the caller's photo (JPEG, PNG, WebP, AVIF or HEIC), shows it from now on, and returns its URL. The photo that the caller uploaded before goes.",
    access: 'user',
    response: UploadedImage,
    upload: 'image',
    rateLimit: { max: 10, minutes: 10 },
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/account/sessions',
    summary: "Lists the sign-in sessions of the proof's identity, last used first.",
    access: 'proof',
    response: z.array(SignInSession),
    rateLimit: { max: 120, minutes: 10 },
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/account/sessions/{id}',
    summary: "Ends one sign-in session of the proof's identity, with its tokens.",
    access: 'proof',
    params: ById,
    response: Deleted,
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/account/sessions',
    summary: "Ends all sign-in sessions of the proof's identity but its own, with their tokens.",
    access: 'proof',
    response: Deleted,
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/sign-out',
    summary: 'Ends the sign-in session of the proof, with its tokens.',
    access: 'proof',
    response: Deleted,
  }),
}))
