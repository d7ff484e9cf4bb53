/** The record of who did what: deeds of admins and instructors that others may want to know of. */
import { z } from 'zod'
import { Id, Timestamp } from './fields.ts'
import { listQuery } from './pages.ts'

export const DEEDS = [
  'class_approved',
  'class_denied',
  'feedback_given',
  'class_edited',
  'class_deleted',
  'class_withdrawn',
  'students_written_to',
  'made_student',
  'made_instructor',
  'made_admin',
  'user_deleted',
  'payment_cancelled',
  'payment_refunded',
  'refund_retried',
] as const
export const Deed = z.enum(DEEDS)
export type Deed = z.infer<typeof Deed>

/** A field that was edited, as it was and as it is, in words. */
export const FieldChange = z.object({ field: z.string(), from: z.string(), to: z.string() })
export type FieldChange = z.infer<typeof FieldChange>

export const ActivityEntry = z.object({
  _id: Id,
  /** Who did it; null for the school's operator, at the server itself. */
  actor: z.object({ name: z.string(), email: z.string() }).nullable(),
  deed: Deed,
  /** What it was done to, as it was called then: a class's name, a user's e-mail, a receipt's number. */
  subject: z.string(),
  /** The id of the class, user or payment. */
  subjectId: Id,
  /** Words that go with it: the feedback, the message's subject. */
  words: z.string().nullable(),
  changes: z.array(FieldChange),
  created_at: Timestamp,
})
export type ActivityEntry = z.infer<typeof ActivityEntry>

export const ActivityQuery = listQuery(['created_at'])
export type ActivityQuery = z.infer<typeof ActivityQuery>
