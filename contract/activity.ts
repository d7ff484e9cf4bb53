/** The activity log: actions that admins may need to see, such as those of other admins and of instructors. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { Id, Timestamp } from './values/fields.ts'
import { listQuery } from './values/pagination.ts'

export const ACTIONS = [
  'class_approved',
  'class_denied',
  'feedback_given',
  'class_edited',
  'class_deleted',
  'class_withdrawn',
  'run_added',
  'run_edited',
  'run_canceled',
  'run_confirmed',
  'students_written_to',
  'student_enrolled',
  'student_moved',
  'substitute_named',
  'choice_made',
  'enrolment_ended',
  'seat_offered',
  'made_student',
  'made_instructor',
  'made_admin',
  'user_deleted',
  'address_change_requested',
  'address_changed',
  'address_restored',
  'user_unlinked',
  'user_invited',
  'invitation_accepted',
  'invitation_revoked',
  'payment_cancelled',
  'payment_refunded',
  'refund_retried',
  'withdrawal_done',
  'withdrawal_reopened',
  'access_token_created',
  'access_token_revoked',
  'webhook_added',
  'webhook_changed',
  'webhook_secret_rotated',
  'webhook_deleted',
  'school_set_up',
  'school_changed',
  'school_exported',
  'job_retried',
  'slide_added',
  'slide_changed',
  'slide_deleted',
  'review_added',
  'review_changed',
  'review_deleted',
  'profile_changed',
  'brief_added',
  'brief_changed',
  'brief_deleted',
  'terms_added',
  'terms_changed',
  'terms_deleted',
  'coupon_added',
  'coupon_changed',
  'coupon_deleted',
  'credit_changed',
  'voucher_added',
  'voucher_changed',
  'voucher_opened',
  'voucher_voided',
  'page_added',
  'page_changed',
  'page_deleted',
  'mailing_added',
  'mailing_changed',
  'mailing_deleted',
  'mailing_sent',
  'mailing_stopped',
  'mailing_continued',
  'mailing_retried',
  'email_changed',
  'email_reset',
  'import_applied',
  'import_undone',
] as const
export const Action = z.enum(ACTIONS)
export type Action = z.infer<typeof Action>

/** An edited field with its old and new value as text. */
export const FieldChange = z.object({ field: z.string(), from: z.string(), to: z.string() })
export type FieldChange = z.infer<typeof FieldChange>

export const ActivityEntry = z.object({
  _id: Id,
  /** Null for the operator of the server. */
  actor: z.object({ name: z.string(), email: z.string() }).nullable(),
  deed: Action,
  /** The object's label at that time: a class's name, a user's e-mail, a receipt's number, a token's name, a webhook's URL, the school's name, a slide's or a page's title, the title of a brief, the name of cancellation terms, the last characters of a voucher, a mailing's subject, the name of an e-mail, the beginning of a review, the kind of a job, the name of an imported file. */
  subject: z.string(),
  /** The id of the class, user, invitation, payment, access token, webhook, school, slide, review, brief, terms, voucher, page, mailing, e-mail, job or import. */
  subjectId: Id,
  /** A text that belongs to the action: the feedback, the subject of a message, the scopes of a token, the role of an invitation, or what was imported. */
  words: z.string().nullable(),
  changes: z.array(FieldChange),
  created_at: Timestamp,
})
export type ActivityEntry = z.infer<typeof ActivityEntry>

export const ActivityQuery = listQuery(['created_at'])
export type ActivityQuery = z.infer<typeof ActivityQuery>

export const activityEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listActivity: endpoint({
    method: 'GET',
    path: '/activity',
    summary: 'Lists the actions of admins and instructors, newest first.',
    access: 'admin',
    query: ActivityQuery,
    response: z.array(ActivityEntry),
    paged: true,
  }),
}))
