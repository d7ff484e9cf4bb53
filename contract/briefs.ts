/** Briefs: what students of a class are to photograph. */
import { z } from 'zod'
import { BriefRules } from './brief-rules.ts'
import { ClockTime, Id, LineText, MarkdownText, Timestamp } from './values/fields.ts'
import { MAX_BRIEF_LENGTH, MAX_BRIEF_PICTURES, MAX_NAME_LENGTH } from './values/limits.ts'

const BriefFields = z.object({
  /** Of the run that it is for; absent for all runs of the class. */
  runId: Id.optional(),
  title: LineText.min(1, 'Title is required').max(MAX_NAME_LENGTH),
  /** Markdown. */
  text: MarkdownText.max(MAX_BRIEF_LENGTH),
  /** Deadline for the pictures, or `due` as clock time in the zone of the run or the school. */
  due_at: Timestamp.optional(),
  due: ClockTime.optional(),
  /** The most pictures that a student hands in. */
  count: z.int().min(1).max(MAX_BRIEF_PICTURES),
  rules: BriefRules,
  /** True if students may add one that failed. */
  add_failed: z.boolean(),
})

export const NewBrief = BriefFields.partial({ text: true, rules: true, add_failed: true }).refine(
  ({ due_at, due }) => due_at !== undefined || due !== undefined,
  {
    path: ['due_at'],
    message: 'is required',
  },
)
export type NewBrief = z.infer<typeof NewBrief>

/** Absent fields stay as they are. */
export const BriefChange = BriefFields.omit({ runId: true }).partial()
export type BriefChange = z.infer<typeof BriefChange>

export const SUBMISSION_STATES = ['open', 'released'] as const

export const Brief = z.object({
  _id: Id,
  classId: Id,
  className: z.string(),
  runId: Id.optional(),
  title: z.string(),
  text: z.string(),
  /** The text as HTML that is safe on our pages. */
  html: z.string(),
  due_at: Timestamp,
  due: ClockTime,
  /** The zone of `due`; null for UTC. */
  time_zone: z.string().nullable(),
  count: z.int(),
  rules: BriefRules,
  add_failed: z.boolean(),
  created_at: Timestamp,
  version: z.int(),
})
export type Brief = z.infer<typeof Brief>

/** A brief with what the caller has handed in for it. */
export const BriefWithOwn = Brief.extend({
  submission: z
    .object({
      _id: Id,
      state: z.enum(SUBMISSION_STATES),
      late: z.boolean(),
      pictures: z.int(),
      /** True if critique has been released or changed since the student read it. */
      unread: z.boolean(),
    })
    .nullable(),
})
export type BriefWithOwn = z.infer<typeof BriefWithOwn>
