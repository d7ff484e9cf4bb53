import { api } from '#contract/api.ts'
import type { Components } from '#server/domains/domain.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as EnrolledClasses from './enrolled-classes.ts'
import * as EnrolmentNews from './enrolment-news.ts'
import { exportRunStudents, listByFamilyName } from './run-students.ts'
import { emailStudents, listStudents } from './students.ts'

export function enrolmentsRoutes(serve: Serve, { materialLinks }: Components): void {
  serve(api.listEnrolledClasses, (ctx) => EnrolledClasses.list(ctx))
  serve(api.getEnrolledClass, (ctx, { params }) => EnrolledClasses.get(ctx, materialLinks, params.id))
  serve(api.listStudents, (ctx, { params, query }) => listStudents(ctx, params.id, query))
  serve(api.listRunStudents, (ctx, { params }) => listByFamilyName(ctx, params.id))
  serve(api.exportRunStudents, (ctx, { params }) => exportRunStudents(ctx, params.id))
  serve(api.getEnrolmentNews, (ctx) => EnrolmentNews.read(ctx))
  serve(api.changeEnrolmentNews, async (ctx, { body }) => ({ modifiedCount: await EnrolmentNews.change(ctx, body) }))
  serve(api.emailStudents, async (ctx, { params, body }) => ({
    sentCount: await emailStudents(ctx, params.id, body),
  }))
}
