/** The instructor's home. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { Price } from './values/fields.ts'
import { MonthFigures } from './values/figures.ts'

export const InstructorFigures = z.object({
  classes: z.int(),
  seats_sold: z.int(),
  /** Sum of the payments for the instructor's classes that are not refunded. */
  income: Price,
  waiting: z.int(),
  /** Oldest first. */
  months: z.array(MonthFigures),
})
export type InstructorFigures = z.infer<typeof InstructorFigures>

export const instructorEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  getInstructorFigures: endpoint({
    method: 'GET',
    path: '/studio/figures',
    summary: "Returns the figures of the calling instructor's classes.",
    access: 'instructor',
    response: InstructorFigures,
  }),
}))
