/** Classes, as visitors, instructors and admins see them. */
import { z } from 'zod'
import { Id, PictureUrl, Price, Timestamp } from './fields.ts'
import { listQuery } from './pages.ts'

export { NO_FEEDBACK } from './no-feedback.ts'

export const CLASS_STATUSES = ['pending', 'approve', 'deny'] as const
export const ClassStatus = z.enum(CLASS_STATUSES)
export type ClassStatus = z.infer<typeof ClassStatus>

/** How many entries the home page's two lists have. */
export const POPULAR_CLASSES = 6
export const TOP_INSTRUCTORS = 6

export const SchoolClass = z.object({
  _id: Id,
  className: z.string(),
  classImage: z.string(),
  instructorName: z.string(),
  instructorImage: z.string().nullable(),
  instructorEmail: z.string(),
  price: Price,
  seats: z.int(),
  status: ClassStatus,
  feedback: z.string(),
  enroll: z.int(),
  created_at: Timestamp,
  /** There where the class does not take place, for its instructor and admins: it is not on offer any more. */
  withdrawn_at: Timestamp.optional(),
  /** There where its instructor is gone, for admins: it is not on offer any more; who is enrolled keeps it. */
  archived_at: Timestamp.optional(),
  /** For its instructor and admins: grows with every change, a sale included. What `If-Match` is held against. */
  version: z.int().optional(),
})
export type SchoolClass = z.infer<typeof SchoolClass>

export const InstructorSummary = z.object({
  instructorImage: z.string().nullable(),
  instructorEmail: z.string(),
  instructorName: z.string(),
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

const ClassName = z.string().trim().min(1, 'name is required').max(200)
export const MOST_SEATS = 10_000
const Seats = z.int().min(0).max(MOST_SEATS)

export const NewClass = z.object({ className: ClassName, classImage: PictureUrl, seats: Seats, price: Price })
export type NewClass = z.infer<typeof NewClass>
/** What an instructor may change; what is not sent stays as it is. */
export const ClassChange = NewClass.partial()
export type ClassChange = z.infer<typeof ClassChange>
export const Feedback = z.object({ feedback: z.string().trim().min(1, 'Please field is require').max(5000) })

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

/** Somebody who is enrolled in a class, as its instructor sees them. */
export const ClassStudent = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  image: z.string().nullable(),
  /** When they enrolled. */
  created_at: Timestamp,
})
export type ClassStudent = z.infer<typeof ClassStudent>

export const StudentsQuery = listQuery(['created_at', 'name', 'email'])
export type StudentsQuery = z.infer<typeof StudentsQuery>

/** A letter to everybody who is enrolled. */
export const StudentsLetter = z.object({
  subject: z
    .string()
    .trim()
    .min(1, 'subject is required')
    .max(200)
    .transform((text) => text.replaceAll(/\s+/g, ' ')),
  text: z.string().trim().min(1, 'message is required').max(10_000),
})
export type StudentsLetter = z.infer<typeof StudentsLetter>

/** What an instructor gives to those who are enrolled. */
export const Material = z.object({
  text: z.string().trim().max(20_000),
  links: z
    .array(
      z.object({
        words: z.string().trim().min(1, 'words are required').max(200),
        address: z.url({ protocol: /^https$/, error: 'must be an https address' }).max(2048),
      }),
    )
    .max(30),
})
export type Material = z.infer<typeof Material>

/** With the version that `If-Match` is held against; 0 where nothing has been put there yet. */
export const KeptMaterial = Material.extend({ version: z.int() })
export type KeptMaterial = z.infer<typeof KeptMaterial>
