import type { Action } from '#contract/activity.ts'

/** The words before and after the subject of an action. The subject of a payment is its receipt number. */
export const ACTION_PHRASES: Record<Action, readonly [before: string, after?: string]> = {
  class_approved: ['approved'],
  class_denied: ['denied'],
  feedback_given: ['gave feedback on'],
  class_edited: ['edited'],
  class_deleted: ['deleted'],
  class_withdrawn: ['withdrew'],
  run_added: ['added a date to'],
  run_edited: ['changed a date of'],
  run_canceled: ['canceled a date of'],
  run_confirmed: ['confirmed a date of'],
  students_written_to: ['e-mailed the students of'],
  made_student: ['made', 'a student'],
  made_instructor: ['made', 'an instructor'],
  made_admin: ['made', 'an admin'],
  user_deleted: ['deleted the account of'],
  payment_cancelled: ['canceled the payment of receipt'],
  payment_refunded: ['refunded receipt'],
  refund_retried: ['retried the refund of receipt'],
}
