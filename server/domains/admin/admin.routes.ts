import pLimit from 'p-limit'
import { api } from '#contract/api.ts'
import type { Serve } from '#server/ports/serve.ts'
import type { Settings } from '#server/settings/settings.ts'
import { putAway, readChecklist, sendTestEmail } from './checklist.ts'
import * as Exports from './exports.ts'
import { readFigures } from './figures.ts'
import { changeRole } from './roles.ts'

export function adminRoutes(serve: Serve, settings: Pick<Settings, 'cards' | 'mail'>): void {
  serve(api.getAdminFigures, (ctx) => readFigures(ctx))
  serve(api.getChecklist, ({ db }) => readChecklist(db, settings))
  serve(api.dismissChecklist, async ({ db }) => ({ deletedCount: await putAway(db) }))
  serve(api.sendTestEmail, async (ctx) => ({ sent_to: await sendTestEmail(ctx) }))
  serve(api.makeStudent, async (ctx, { params }) => ({ modifiedCount: await changeRole(ctx, params.id, 'student') }))
  serve(api.makeInstructor, async (ctx, { params }) => ({
    modifiedCount: await changeRole(ctx, params.id, 'instructor'),
  }))
  serve(api.makeAdmin, async (ctx, { params }) => ({ modifiedCount: await changeRole(ctx, params.id, 'admin') }))
  // Each holds a connection of the database while it reads the list.
  const queue = pLimit(1)
  serve(api.exportUsers, (ctx, { query }) => queue(() => Exports.exportUsers(ctx, query)))
  serve(api.exportClasses, (ctx, { query }) => queue(() => Exports.exportClasses(ctx, query)))
  serve(api.exportPayments, (ctx, { query }) => queue(() => Exports.exportPayments(ctx, query)))
}
