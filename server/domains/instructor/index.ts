import type { Domain } from '../domain.ts'
import { instructorRoutes } from './instructor.routes.ts'
import { CHANGED } from './run-editing.emails.ts'

export const instructor: Domain = {
  routes: instructorRoutes,
  emails: { Dates: [CHANGED] },
}
