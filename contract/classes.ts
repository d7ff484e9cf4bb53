/** Classes, as visitors, instructors and admins see them. */
import { z } from 'zod'
import { ClassSearch } from './class-search.ts'
import { ClassTexts, Exposure, FurtherImages, ImageTexts, Level } from './class-texts.ts'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { Run } from './runs.ts'
import {
  ById,
  Deleted,
  Email,
  Id,
  ImageUrl,
  Inserted,
  Modified,
  NameText,
  Price,
  Timestamp,
  TrimmedText,
} from './values/fields.ts'
import { MAX_FEEDBACK_LENGTH, MAX_NAME_LENGTH, MAX_SEATS } from './values/limits.ts'
import { listQuery } from './values/pagination.ts'

export { NO_FEEDBACK } from './no-feedback.ts'

export const CLASS_STATUSES = ['pending', 'approve', 'deny'] as const
export const ClassStatus = z.enum(CLASS_STATUSES)
export type ClassStatus = z.infer<typeof ClassStatus>

/** Number of entries in the two lists of the home page. */
export const POPULAR_CLASS_COUNT = 6
export const TOP_INSTRUCTOR_COUNT = 6

export const SchoolClass = z.object({
  _id: Id,
  className: z.string(),
  classImage: z.string(),
  instructorName: z.string(),
  instructorImage: z.string().nullable(),
  instructorEmail: z.string(),
  instructorId: Id,
  price: Price,
  /** Free seats of the runs that students can still enroll in. */
  seats: z.int(),
  status: ClassStatus,
  feedback: z.string(),
  /** Enrolments in the runs that are not canceled. */
  enroll: z.int(),
  /** The runs that students can still enroll in, in order of their start; open runs come last. */
  runs: z.array(Run),
  created_at: Timestamp,
  level: Level,
  /** Absent where it is not known. */
  exposure: Exposure.optional(),
  /** Absent where they are blank. */
  ...ImageTexts.partial().shape,
  /** The name as part of the address of the class's page. Computed, and empty for a name without Latin letters and digits. */
  slug: z.string(),
  /** The texts and further images of the class's page are present where one class is read; lists are without them. */
  ...ClassTexts.partial().shape,
  ...FurtherImages.partial().shape,
  /** Present for the instructor and admins if the class is withdrawn and no longer for sale. */
  withdrawn_at: Timestamp.optional(),
  /** Present for admins if the instructor left and the class is no longer for sale; its students keep it. */
  archived_at: Timestamp.optional(),
  /** Present for the instructor and admins: the id of its cancellation terms; null for the default of the school. */
  terms_id: Id.nullable().optional(),
  /** Present for the instructor and admins: the value for `If-Match`. Every change increments it, a sale included. */
  version: z.int().optional(),
})
export type SchoolClass = z.infer<typeof SchoolClass>

export const InstructorSummary = z.object({
  instructorImage: z.string().nullable(),
  instructorEmail: z.string(),
  instructorName: z.string(),
  instructorId: Id,
  enrollSum: z.int(),
})
export type InstructorSummary = z.infer<typeof InstructorSummary>

export const Instructor = z.object({
  _id: Id,
  image: z.string().nullable(),
  email: z.string(),
  name: z.string(),
})
export type Instructor = z.infer<typeof Instructor>

export const ListedInstructor = Instructor.extend({
  /** Classes on offer. */
  classes: z.int(),
  /** Enrolments in them. */
  enrollSum: z.int(),
  /** The first sentence of the biography, without marks. Empty without a biography. */
  line: z.string(),
})
export type ListedInstructor = z.infer<typeof ListedInstructor>

const ClassName = NameText.min(1, 'name is required').max(MAX_NAME_LENGTH)
const Seats = z.int().min(0).max(MAX_SEATS)

/** A new class. Only the specification's fields are required. */
export const NewClass = z.object({
  className: ClassName,
  classImage: ImageUrl,
  seats: Seats,
  price: Price,
  level: Level.optional(),
  exposure: Exposure.optional(),
  ...ImageTexts.partial().shape,
  ...ClassTexts.partial().shape,
  ...FurtherImages.partial().shape,
  /** Its cancellation terms; null for the default of the school. */
  terms_id: Id.nullable().optional(),
})
export type NewClass = z.infer<typeof NewClass>
/** Fields that an instructor may change; absent fields stay as they are. */
export const ClassChange = NewClass.partial()
export type ClassChange = z.infer<typeof ClassChange>
export const Feedback = z.object({
  feedback: TrimmedText.min(1, 'Please field is require').max(MAX_FEEDBACK_LENGTH),
})

export const ClassesQuery = listQuery([
  'created_at',
  'className',
  'instructorName',
  'instructorEmail',
  'seats',
  'price',
  'enroll',
  'status',
]).extend({ status: ClassStatus.optional() })
export type ClassesQuery = z.infer<typeof ClassesQuery>

const publicEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listPopularClasses: endpoint({
    method: 'GET',
    path: '/all-classes-sort',
    summary: 'Lists the 6 approved classes with the most enrolments.',
    access: 'anyone',
    response: z.array(SchoolClass),
    cached: true,
  }),
  listTopInstructors: endpoint({
    method: 'GET',
    path: '/instructor/class-sort',
    summary: 'Lists the 6 instructors with the most enrolments in their approved classes.',
    access: 'anyone',
    response: z.array(InstructorSummary),
    cached: true,
  }),
  listInstructors: endpoint({
    method: 'GET',
    path: '/instructors',
    summary: 'Lists all instructors, newest first.',
    access: 'anyone',
    response: z.array(ListedInstructor),
    cached: true,
  }),
  listApprovedClasses: endpoint({
    method: 'GET',
    path: '/all-classes',
    summary: 'Lists all approved classes, newest first; with a query only the matching ones, one page at a time.',
    access: 'anyone',
    query: ClassSearch,
    response: z.array(SchoolClass),
    paged: true,
    cached: true,
  }),
  getClass: endpoint({
    method: 'GET',
    path: '/class/{id}',
    summary: 'Returns one class: an approved one for anyone, any for its instructor and admins.',
    access: 'anyone',
    params: ById,
    response: SchoolClass,
  }),
}))

const instructorEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  addClass: endpoint({
    method: 'POST',
    path: '/class/add',
    summary: 'Adds a class of the calling instructor, pending approval.',
    access: 'instructor',
    body: NewClass,
    response: Inserted,
  }),
  listClassesOfInstructor: endpoint({
    method: 'GET',
    path: '/classes/{instructorEmail}',
    summary: "Lists an instructor's own classes of every status, newest first, with the feedback.",
    access: 'instructor',
    own: { in: 'params', field: 'instructorEmail', except: 'admin' },
    params: z.object({ instructorEmail: Email }),
    query: ClassesQuery,
    response: z.array(SchoolClass),
    paged: true,
  }),
  changeClass: endpoint({
    method: 'PATCH',
    path: '/class/{id}',
    summary:
      'Changes name, image, price, seats, level, texts or cancellation terms of a class of the calling instructor. A new image has no focal point and texts but those of the same call.',
    access: 'instructor',
    params: ById,
    body: ClassChange,
    response: Modified,
    versioned: true,
  }),
  deleteClass: endpoint({
    method: 'DELETE',
    path: '/class/{id}',
    summary: 'Deletes a class of the calling instructor that has no students.',
    access: 'instructor',
    params: ById,
    response: Deleted,
  }),
}))

export const classesEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  ...publicEndpoints,
  ...instructorEndpoints,
}))
