import type { Domain } from '../domain.ts'
import * as EnrolledClasses from './enrolled-classes.ts'
import { INSTRUCTOR_MESSAGE } from './enrolments.emails.ts'
import { enrolmentsRoutes } from './enrolments.routes.ts'
import { ENROLMENT_EXPORTS } from './enrolments.table.ts'

export const enrolments: Domain = {
  routes: enrolmentsRoutes,
  emails: { Classes: [INSTRUCTOR_MESSAGE] },
  data: async (ctx) => ({
    enrolled_classes: await EnrolledClasses.list(ctx),
    ended_enrolments: await EnrolledClasses.listEnded(ctx),
  }),
  tables: { exported: ENROLMENT_EXPORTS },
}
