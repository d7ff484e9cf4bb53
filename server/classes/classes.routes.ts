import { api } from '#contract/api.ts'
import type { Serve } from '#server/http/serve.ts'
import * as Classes from './classes.ts'

export function classesRoutes(serve: Serve): void {
  serve(api.listApprovedClasses, (ctx) => Classes.approved(ctx))
  serve(api.listPopularClasses, (ctx) => Classes.popular(ctx))
  serve(api.listTopInstructors, (ctx) => Classes.topInstructors(ctx))
  serve(api.listInstructors, (ctx) => Classes.instructors(ctx))
  serve(api.listClassesOfInstructor, (ctx, { params }) => Classes.ofInstructor(ctx, params.instructorEmail))
  serve(api.listAllClasses, (ctx) => Classes.all(ctx))
  serve(api.getClass, (ctx, { params }) => Classes.get(ctx, params.id))
}
