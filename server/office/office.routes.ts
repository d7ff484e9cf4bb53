import { api } from '#contract/api.ts'
import * as Activity from '#server/activity/activity.ts'
import { firstPage } from '#server/database/lists.ts'
import type { Serve } from '#server/http/serve.ts'
import * as Exports from './exports.ts'
import { figures } from './figures.ts'
import { giveRole } from './roles.ts'

export function officeRoutes(serve: Serve): void {
  serve(api.getOfficeFigures, (ctx) => figures(ctx))
  serve(api.listActivity, ({ db }, { query }) => Activity.list(db, firstPage(query)))
  serve(api.makeStudent, async (ctx, { params }) => ({ modifiedCount: await giveRole(ctx, params.id, 'student') }))
  serve(api.makeInstructor, async (ctx, { params }) => ({
    modifiedCount: await giveRole(ctx, params.id, 'instructor'),
  }))
  serve(api.makeAdmin, async (ctx, { params }) => ({ modifiedCount: await giveRole(ctx, params.id, 'admin') }))
  serve(api.exportUsers, (ctx, { query }) => Exports.usersFile(ctx, query))
  serve(api.exportClasses, (ctx, { query }) => Exports.classesFile(ctx, query))
  serve(api.exportPayments, (ctx, { query }) => Exports.paymentsFile(ctx, query))
}
