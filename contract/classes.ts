/** Classes, as visitors, instructors and admins see them. */
import { z } from 'zod'
import { Id, PictureUrl, Price, Timestamp } from './fields.ts'

export const CLASS_STATUSES = ['pending', 'approve', 'deny'] as const
export const ClassStatus = z.enum(CLASS_STATUSES)
export type ClassStatus = z.infer<typeof ClassStatus>

/** What a class carries until an admin writes something, and what the public always reads. */
export const NO_FEEDBACK = 'no feedback'

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
const Seats = z.int().min(0).max(10_000)

export const NewClass = z.object({ className: ClassName, classImage: PictureUrl, seats: Seats, price: Price })
export const ClassChange = NewClass.partial()
export const Feedback = z.object({ feedback: z.string().trim().min(1, 'Please field is require').max(5000) })
