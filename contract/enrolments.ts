/** Enrolments: a student's classes, and the students of a class. */
import { z } from 'zod'
import { Focus } from './class-texts.ts'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ShownMaterial } from './materials.ts'
import { HAND_METHODS, PAYMENT_METHODS } from './payment-methods.ts'
import { Run } from './runs.ts'
import {
  ById,
  Deleted,
  Email,
  Id,
  Inserted,
  LineText,
  Modified,
  OwnEmail,
  ownQuery,
  Price,
  Timestamp,
  TrimmedText,
} from './values/fields.ts'
import { MAX_MESSAGE_LENGTH, MAX_NAME_LENGTH } from './values/limits.ts'
import { listQuery } from './values/pagination.ts'

/** Origin of an enrolment: a payment, an import, or an admin who granted it. */
export const ENROLMENT_SOURCES = ['payment', 'import', 'granted'] as const
export const EnrolmentSource = z.enum(ENROLMENT_SOURCES)

/**
 * Reason that an enrolment ended: its payment was cancelled by the student, or its seat was sold again for them; its payment was refunded by an admin or at the card provider; its class was withdrawn
 * or its run canceled; an admin ended one without a payment, or undid its import; or the student's account was deleted.
 */
export const ENROLMENT_END_REASONS = [
  'cancelled',
  'resold',
  'refunded',
  'at_provider',
  'withdrawn',
  'run_canceled',
  'ended',
  'import_undone',
  'account_deleted',
] as const
export const EnrolmentEndReason = z.enum(ENROLMENT_END_REASONS)
export type EnrolmentEndReason = z.infer<typeof EnrolmentEndReason>

/** The end of an enrolment, which then returned its seat. */
export const EnrolmentEnd = z.object({ at: Timestamp, why: EnrolmentEndReason })
export type EnrolmentEnd = z.infer<typeof EnrolmentEnd>

export const EnrolledClass = z.object({
  _id: Id,
  classId: Id,
  className: z.string(),
  classImage: z.string(),
  instructorImage: z.string().nullable(),
  instructorEmail: z.string(),
  instructorName: z.string(),
  /** Free seats and enrolments of the student's run. */
  seats: z.int(),
  enroll: z.int(),
  /** The student's run, with the link of an online one. */
  run: Run,
  /** Times the student may still cancel this class after reading its material. */
  cancellations_left: z.int(),
})
export type EnrolledClass = z.infer<typeof EnrolledClass>

/** A class as its students see it. */
export const EnrolledClassPage = EnrolledClass.extend({
  focus: Focus,
  /** Null if the instructor has not added any. */
  material: ShownMaterial.nullable(),
})
export type EnrolledClassPage = z.infer<typeof EnrolledClassPage>

/** An enrolment of a student that has ended. */
export const EndedEnrolment = EnrolledClass.pick({ _id: true, classId: true, className: true }).extend({
  runId: Id,
  /** The time of the enrolment. */
  created_at: Timestamp,
  ended: EnrolmentEnd,
})
export type EndedEnrolment = z.infer<typeof EndedEnrolment>

/** A student whom an admin enrolls, why, and what the school has received for it. */
export const GrantedEnrolment = z.object({
  email: Email,
  reason: TrimmedText.min(1, 'reason is required').max(MAX_NAME_LENGTH),
  /** `free` by default. */
  method: z.enum(['free', ...HAND_METHODS]).optional(),
  /** In the currency of the school: the list price by default, and never more. None where it is free. */
  amount: Price.positive().optional(),
})
export type GrantedEnrolment = z.infer<typeof GrantedEnrolment>

/** The person who takes a student's place. The name is used where the e-mail has no account yet. */
export const Substitute = z.object({
  email: Email,
  name: LineText.min(1, 'name is required').max(MAX_NAME_LENGTH),
})
export type Substitute = z.infer<typeof Substitute>

/** A student of a class, as its instructor sees them. */
export const ClassStudent = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  image: z.string().nullable(),
  /** The name of the user whose e-mail address it is, where they have booked for a person without an account; null otherwise. */
  booked_by: z.string().nullable(),
  /** 1 for the place of the student; higher for further seats that they have bought, for people who are not known yet. */
  seat: z.int(),
  /** The time of the enrolment. */
  created_at: Timestamp,
  runId: Id,
  source: EnrolmentSource,
  /** True if the student gives the seat back once it is sold again. */
  returning: z.boolean(),
})
export type ClassStudent = z.infer<typeof ClassStudent>

export const StudentsQuery = listQuery(['created_at', 'name', 'email'])
export type StudentsQuery = z.infer<typeof StudentsQuery>

/** A student of a date, as its instructor and admins print the list. */
export const RunStudent = ClassStudent.omit({ image: true, runId: true }).extend({
  /** Of the user whose e-mail address it is; null where they have given none. */
  phone: z.string().nullable(),
  /** Payment for the place, less refunds; null without one. */
  paid: z
    .object({
      amount: Price,
      /** ISO 4217, lower case. */
      currency: z.string(),
      methods: z.array(z.enum(PAYMENT_METHODS)),
    })
    .nullable(),
})
export type RunStudent = z.infer<typeof RunStudent>

/** Frequency of notices to instructors about enrolments and their ends: within a minute, each morning, or never. */
export const NEWS_FREQUENCIES = ['at_once', 'daily', 'never'] as const
export const EnrolmentNews = z.object({ frequency: z.enum(NEWS_FREQUENCIES) })
export type EnrolmentNews = z.infer<typeof EnrolmentNews>

/** An e-mail message to the students of a class. */
export const StudentsMessage = z.object({
  subject: TrimmedText.min(1, 'subject is required')
    .max(MAX_NAME_LENGTH)
    .transform((text) => text.replaceAll(/\s+/g, ' ')),
  text: TrimmedText.min(1, 'message is required').max(MAX_MESSAGE_LENGTH),
  /** To the students of one run only. Without it, to those of all runs that are not over. */
  runId: Id.optional(),
})
export type StudentsMessage = z.infer<typeof StudentsMessage>

export const enrolmentsEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listEnrolledClasses: endpoint({
    method: 'GET',
    path: '/enroll/classes/',
    summary: 'Lists the classes that the caller is enrolled in, newest first. `_id` is the id of the enrolment.',
    access: 'user',
    own: ownQuery,
    query: OwnEmail,
    response: z.array(EnrolledClass),
  }),
  getEnrolledClass: endpoint({
    method: 'GET',
    path: '/enroll/class/{id}',
    summary:
      "Returns one class that the caller is enrolled in, with its instructor's material. By the id of an enrolment, or of the class for the last one.",
    access: 'user',
    params: ById,
    response: EnrolledClassPage,
  }),
  grantEnrolment: endpoint({
    method: 'POST',
    path: '/run/{id}/enrolment',
    summary:
      'Enrolls a user in a run with a reason: without a payment, or with the money that the school has received in cash or by bank transfer.',
    access: 'admin',
    params: ById,
    body: GrantedEnrolment,
    response: Inserted,
  }),
  nameSubstitute: endpoint({
    method: 'POST',
    path: '/enrolment/{id}/substitute',
    summary:
      "Gives a place of the caller's, or one that they paid for, to another person, until the moment of its terms. Payment and refund stay the buyer's. Both are notified.",
    access: 'user',
    params: ById,
    body: Substitute,
    response: Modified,
    rateLimit: { max: 20, minutes: 60 },
  }),
  endEnrolment: endpoint({
    method: 'DELETE',
    path: '/enrolment/{id}',
    summary: 'Ends an enrolment that no payment bought. Payments are refunded instead.',
    access: 'admin',
    params: ById,
    response: Deleted,
  }),
  listStudents: endpoint({
    method: 'GET',
    path: '/class/{id}/students',
    summary: 'Lists the students of a class, newest first: for its instructor, and for admins.',
    access: 'staff',
    params: ById,
    query: StudentsQuery,
    response: z.array(ClassStudent),
    paged: true,
  }),
  listRunStudents: endpoint({
    method: 'GET',
    path: '/run/{id}/students',
    summary: 'Lists the students of a run, by their family names: for its instructor, and for admins.',
    access: 'staff',
    params: ById,
    response: z.array(RunStudent),
  }),
  exportRunStudents: endpoint({
    method: 'GET',
    path: '/run/{id}/students.csv',
    summary: 'Exports the same list as a CSV file.',
    access: 'staff',
    params: ById,
    response: z.string(),
    file: 'csv',
  }),
  getEnrolmentNews: endpoint({
    method: 'GET',
    path: '/enrolment-news',
    summary: 'Returns how often the calling instructor is e-mailed about enrolments in their classes and their ends.',
    access: 'instructor',
    response: EnrolmentNews,
  }),
  changeEnrolmentNews: endpoint({
    method: 'PATCH',
    path: '/enrolment-news',
    summary: 'Changes how often the calling instructor is e-mailed about enrolments and their ends.',
    access: 'instructor',
    body: EnrolmentNews,
    response: Modified,
  }),
  emailStudents: endpoint({
    method: 'POST',
    path: '/class/{id}/message',
    summary:
      'E-mails the students of a class of the calling instructor, of one run or of all that are not over; returns the number of recipients.',
    access: 'instructor',
    params: ById,
    body: StudentsMessage,
    response: z.object({ sentCount: z.int() }),
    rateLimit: { max: 10, minutes: 60 },
  }),
}))
