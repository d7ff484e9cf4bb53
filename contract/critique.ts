/** Critique: briefs of a class, the pictures that students hand in, and remarks on them. */
import { z } from 'zod'
import { PictureExif } from './brief-rules.ts'
import { Brief, BriefChange, BriefWithOwn, NewBrief, SUBMISSION_STATES } from './briefs.ts'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ImageWarning } from './images.ts'
import { Geometry, REMARK_KINDS } from './remark-geometry.ts'
import { ById, Deleted, Id, Inserted, LineText, MarkdownText, Modified, Timestamp } from './values/fields.ts'
import { MAX_ANSWER_LENGTH, MAX_BRIEF_PICTURES, MAX_REMARK_LENGTH, MAX_SHORT_TEXT_LENGTH } from './values/limits.ts'
import { listQuery } from './values/pagination.ts'

/** A person as others see them. */
export const Person = z.object({ _id: Id, name: z.string(), image: z.string().nullable() })
export type Person = z.infer<typeof Person>

export const PictureVersion = z.object({
  _id: Id,
  /** Pixels of the upright picture. */
  width: z.int(),
  height: z.int(),
  exif: PictureExif,
  /** The rules of the brief that the file does not meet. */
  unmet: z.array(z.string()),
  created_at: Timestamp,
  /** A path of our pages for an hour or two, which a width in pixels completes. */
  file: z.string(),
})
export type PictureVersion = z.infer<typeof PictureVersion>

export const AddedVersion = z.object({
  versionId: Id,
  /** Losses in the views of the picture. Absent where there are none. */
  warnings: z.array(ImageWarning).optional(),
})
export type AddedVersion = z.infer<typeof AddedVersion>

export const SubmissionPicture = z.object({
  _id: Id,
  intent: z.string(),
  /** Counts from 0. */
  position: z.int(),
  /** True if its upload began after the pictures were due. */
  late: z.boolean(),
  /** Oldest first. */
  versions: z.array(PictureVersion),
})
export type SubmissionPicture = z.infer<typeof SubmissionPicture>

export const Submission = z.object({
  _id: Id,
  briefId: Id,
  brief: Brief,
  student: Person,
  /** True if the caller is its student. */
  own: z.boolean(),
  late: z.boolean(),
  state: z.enum(SUBMISSION_STATES),
  unread: z.boolean(),
  created_at: Timestamp,
  pictures: z.array(SubmissionPicture),
})
export type Submission = z.infer<typeof Submission>

/** A submission in a list. `waiting_since` is when its oldest picture without critique was handed in. */
export const QueuedSubmission = z.object({
  _id: Id,
  briefId: Id,
  classId: Id,
  className: z.string(),
  title: z.string(),
  student: Person,
  state: z.enum(SUBMISSION_STATES),
  waiting_since: Timestamp,
  /** True if its first critique takes longer than the school aims for. */
  overdue: z.boolean(),
  /** The picture that waits longest, as in `PictureVersion`; null where it has been deleted. */
  file: z.string().nullable(),
})
export type QueuedSubmission = z.infer<typeof QueuedSubmission>

export const BriefSubmission = QueuedSubmission.omit({ overdue: true, file: true }).extend({
  waiting_since: Timestamp.nullable(),
  pictures: z.int(),
})
export type BriefSubmission = z.infer<typeof BriefSubmission>

/** Response times of first critiques in the caller's classes, beside the school's target. */
export const CritiqueTimes = z.object({
  target_hours: z.int(),
  /** Submissions whose first critique was released within the last 30 days, and those of them within the target. */
  first_critiques: z.int(),
  in_time: z.int(),
  /** Null without one. */
  median_hours: z.number().nullable(),
  /** Submissions that wait longer for their first critique. */
  overdue: z.int(),
})
export type CritiqueTimes = z.infer<typeof CritiqueTimes>

export const CritiqueSettings = z.object({
  /** True if the user gets e-mails about briefs and critique. */
  emails: z.boolean(),
})
export type CritiqueSettings = z.infer<typeof CritiqueSettings>

export const QueueQuery = listQuery(['created_at'])
export type QueueQuery = z.infer<typeof QueueQuery>

/** The student's intention with a picture. */
const Intent = LineText.min(1, 'Intent is required').max(MAX_SHORT_TEXT_LENGTH)

/** The other fields of the form with a picture. */
export const PictureForm = z.object({ intent: Intent })

const RemarkText = MarkdownText.max(MAX_REMARK_LENGTH)

export const NewRemark = z.object({
  kind: z.enum(REMARK_KINDS),
  /** Absent for a note. */
  geometry: Geometry.nullable().optional(),
  text: RemarkText.optional(),
})
export type NewRemark = z.infer<typeof NewRemark>

export const RemarkChange = z.object({ geometry: Geometry.nullable(), text: RemarkText }).partial()
export type RemarkChange = z.infer<typeof RemarkChange>

export const NewAnswer = z.object({ text: MarkdownText.min(1, 'Text is required').max(MAX_ANSWER_LENGTH) })

export const Answer = z.object({ _id: Id, author: Person, text: z.string(), created_at: Timestamp })

export const Remark = z.object({
  _id: Id,
  versionId: Id,
  kind: z.enum(REMARK_KINDS),
  geometry: Geometry.nullable(),
  /** Markdown. */
  text: z.string(),
  /** The text as HTML that is safe on our pages. */
  html: z.string(),
  author: Person,
  state: z.enum(['draft', 'released']),
  /** Counts from 1 on each version of a picture. */
  number: z.int(),
  /** True if the caller wrote it. */
  own: z.boolean(),
  created_at: Timestamp,
  version: z.int(),
  answers: z.array(Answer),
})
export type Remark = z.infer<typeof Remark>

/** A submission of the user with the remarks that they may read. */
export const OwnSubmission = Submission.extend({ remarks: z.array(Remark) })
export type OwnSubmission = z.infer<typeof OwnSubmission>

/** A remark that the user has written on a picture of a student. */
export const WrittenRemark = Remark.pick({ _id: true, kind: true, geometry: true, text: true }).extend({
  /** Null where the picture was deleted with the account of its student. */
  versionId: Id.nullable(),
  created_at: Timestamp,
})
export type WrittenRemark = z.infer<typeof WrittenRemark>

/** An answer that the user has written, as staff or as the student of the picture. */
export const WrittenAnswer = Answer.omit({ author: true }).extend({ remarkId: Id })
export type WrittenAnswer = z.infer<typeof WrittenAnswer>

export const critiqueEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listBriefs: endpoint({
    method: 'GET',
    path: '/briefs',
    summary: "Lists the briefs of the caller's classes and those they handed pictures in for, last due first.",
    access: 'user',
    response: z.array(BriefWithOwn),
  }),
  listClassBriefs: endpoint({
    method: 'GET',
    path: '/class/{id}/briefs',
    summary: 'Lists the briefs of a class, last due first: for its students, its instructor and admins.',
    access: 'user',
    params: ById,
    response: z.array(BriefWithOwn),
  }),
  addBrief: endpoint({
    method: 'POST',
    path: '/class/{id}/briefs',
    summary: 'Adds a brief to a class of the calling instructor.',
    access: 'instructor',
    params: ById,
    body: NewBrief,
    response: Inserted,
    rateLimit: { max: 60, minutes: 10 },
  }),
  getBrief: endpoint({
    method: 'GET',
    path: '/brief/{id}',
    summary: "Returns a brief of one of the caller's classes.",
    access: 'user',
    params: ById,
    response: BriefWithOwn,
  }),
  changeBrief: endpoint({
    method: 'PATCH',
    path: '/brief/{id}',
    summary: 'Changes a brief of the calling instructor.',
    access: 'instructor',
    params: ById,
    body: BriefChange,
    response: Modified,
    versioned: true,
  }),
  deleteBrief: endpoint({
    method: 'DELETE',
    path: '/brief/{id}',
    summary: 'Deletes a brief of the calling instructor that no student has handed pictures in for.',
    access: 'instructor',
    params: ById,
    response: Deleted,
  }),
  listSubmissions: endpoint({
    method: 'GET',
    path: '/brief/{id}/submissions',
    summary: 'Lists what students handed in for a brief, oldest first: for its instructor, and for admins.',
    access: 'staff',
    params: ById,
    query: QueueQuery,
    response: z.array(BriefSubmission),
    paged: true,
  }),
  beginSubmission: endpoint({
    method: 'POST',
    path: '/brief/{id}/submission',
    summary: "Begins the caller's submission for a brief, or returns the id of the one that they have.",
    access: 'user',
    params: ById,
    response: Inserted,
  }),
  getSubmission: endpoint({
    method: 'GET',
    path: '/submission/{id}',
    summary: 'Returns a submission with its pictures: for its student, the instructor of its class, and admins.',
    access: 'user',
    params: ById,
    response: Submission,
  }),
  markSubmissionRead: endpoint({
    method: 'PUT',
    path: '/submission/{id}/read',
    summary: 'Records that the caller has read the critique of their submission.',
    access: 'user',
    params: ById,
    response: Modified,
  }),
  addPicture: endpoint({
    method: 'POST',
    path: '/submission/{id}/pictures',
    summary:
      "Adds a picture (JPEG, PNG, WebP, AVIF or HEIC) with its intent to the caller's submission. The same file returns the same picture.",
    access: 'user',
    params: ById,
    response: AddedVersion.extend(Inserted.shape),
    upload: 'image',
    uploadFields: PictureForm,
    rateLimit: { max: 240, minutes: 10 },
  }),
  changePicture: endpoint({
    method: 'PATCH',
    path: '/picture/{id}',
    summary: "Changes the intent or the position of a picture of the caller's submission.",
    access: 'user',
    params: ById,
    body: z.object({ intent: Intent, position: z.int().min(0).max(MAX_BRIEF_PICTURES) }).partial(),
    response: Modified,
  }),
  addPictureVersion: endpoint({
    method: 'POST',
    path: '/picture/{id}/version',
    summary: "Adds a version of a picture of the caller's submission. The same file returns the same version.",
    access: 'user',
    params: ById,
    response: AddedVersion,
    upload: 'image',
    rateLimit: { max: 240, minutes: 10 },
  }),
  deletePicture: endpoint({
    method: 'DELETE',
    path: '/picture/{id}',
    summary: "Deletes a picture of the caller's submission with its versions and their remarks.",
    access: 'user',
    params: ById,
    response: Deleted,
  }),
  getPictureFile: endpoint({
    method: 'GET',
    path: '/picture/{id}/file',
    summary:
      'Returns a picture as AVIF, at least `w` pixels wide where it is as large, of its newest version or of `version`. Without `w` its student gets the uploaded file, and others the largest.',
    access: 'user',
    params: ById,
    query: z.object({ w: z.coerce.number().int().min(1).max(100_000).optional(), version: Id.optional() }),
    response: z.string(),
    file: 'image',
  }),
  listRemarks: endpoint({
    method: 'GET',
    path: '/version/{id}/remarks',
    summary: 'Lists the released remarks on a version of a picture, and the drafts of the caller, by their numbers.',
    access: 'user',
    params: ById,
    response: z.array(Remark),
  }),
  addRemark: endpoint({
    method: 'POST',
    path: '/version/{id}/remarks',
    summary: 'Drafts a remark on a version of a picture: for the instructor of its class, and for admins.',
    access: 'staff',
    params: ById,
    body: NewRemark,
    response: Inserted,
    rateLimit: { max: 1_200, minutes: 10 },
  }),
  changeRemark: endpoint({
    method: 'PATCH',
    path: '/remark/{id}',
    summary: 'Changes a remark of the caller.',
    access: 'staff',
    params: ById,
    body: RemarkChange,
    response: Modified,
    versioned: true,
  }),
  deleteRemark: endpoint({
    method: 'DELETE',
    path: '/remark/{id}',
    summary: 'Deletes a remark of the caller, with its answers.',
    access: 'staff',
    params: ById,
    response: Deleted,
  }),
  releaseCritique: endpoint({
    method: 'POST',
    path: '/submission/{id}/release',
    summary: "Releases the caller's drafts on a submission to its student.",
    access: 'staff',
    params: ById,
    response: Modified,
  }),
  answerRemark: endpoint({
    method: 'POST',
    path: '/remark/{id}/answers',
    summary: 'Answers a released remark: for the student of the picture, the instructor of the class, and admins.',
    access: 'user',
    params: ById,
    body: NewAnswer,
    response: Inserted,
    rateLimit: { max: 120, minutes: 10 },
  }),
  listCritiqueQueue: endpoint({
    method: 'GET',
    path: '/critique/queue',
    summary: "Lists the submissions of the caller's classes with pictures that wait for critique, oldest first.",
    access: 'staff',
    query: QueueQuery,
    response: z.array(QueuedSubmission),
    paged: true,
  }),
  getCritiqueTimes: endpoint({
    method: 'GET',
    path: '/critique/times',
    summary: "Returns how long first critiques take in the caller's classes, and what the school aims for.",
    access: 'staff',
    response: CritiqueTimes,
  }),
  getCritiqueSettings: endpoint({
    method: 'GET',
    path: '/critique/settings',
    summary: 'Returns whether the caller gets e-mails about briefs and critique.',
    access: 'user',
    response: CritiqueSettings,
  }),
  changeCritiqueSettings: endpoint({
    method: 'PATCH',
    path: '/critique/settings',
    summary: 'Switches e-mails about briefs and critique on or off.',
    access: 'user',
    body: CritiqueSettings,
    response: Modified,
  }),
}))
