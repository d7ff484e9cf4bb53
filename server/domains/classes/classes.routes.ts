import { api } from '#contract/api.ts'
import type { ShareImages } from '#server/domains/images/share/share-images.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as Approval from './approval.ts'
import * as Catalogue from './catalogue.ts'
import { type FindShareImage, getClassPage, getInstructorPage, previewClass } from './class-pages.ts'
import * as Classes from './classes.ts'
import { listFilters } from './search/filters.ts'
import { search } from './search/search.ts'
import { toShareSubject } from './share-image.routes.ts'

export function classesRoutes(serve: Serve, shareImages: ShareImages): void {
  serve(api.listApprovedClasses, (ctx, { query }) => search(ctx, query))
  serve(api.listClassFilters, (ctx, { query }) => listFilters(ctx, query))
  serve(api.listPopularClasses, (ctx) => Catalogue.listPopular(ctx))
  serve(api.listTopInstructors, (ctx) => Catalogue.listTopInstructors(ctx))
  serve(api.listInstructors, (ctx) => Catalogue.listInstructors(ctx))
  serve(api.listClassesOfInstructor, (ctx, { params, query }) =>
    Classes.listByInstructor(ctx, params.instructorEmail, query),
  )
  serve(api.listAllClasses, (ctx, { query }) => Classes.list(ctx, query))
  serve(api.exportClasses, async (ctx, { query }) => Classes.exportClasses(ctx, query))
  serve(api.getClass, (ctx, { params }) => Classes.get(ctx, params.id))
  const findShareImage: FindShareImage = (row, runs) => shareImages.findPath(toShareSubject(row, runs))
  serve(api.getClassPage, (ctx, { params }) => getClassPage(ctx, params.id, findShareImage))
  serve(api.previewClass, (ctx, { params }) => previewClass(ctx, params.id, findShareImage))
  serve(api.getInstructorPage, (ctx, { params }) => getInstructorPage(ctx, params.id))
  serve(api.approveClass, async (ctx, { params }, options) => ({
    modifiedCount: await Approval.decide(ctx, params.id, 'approve', options),
  }))
  serve(api.denyClass, async (ctx, { params }, options) => ({
    modifiedCount: await Approval.decide(ctx, params.id, 'deny', options),
  }))
  serve(api.giveFeedback, async (ctx, { params, body }, options) => ({
    modifiedCount: await Approval.giveFeedback(ctx, params.id, body.feedback, options),
  }))
}
