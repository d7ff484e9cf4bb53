import { changesCatalogue } from '#server/platform/database/transaction.ts'
import type { Domain } from '../domain.ts'
import { CLASS_EMAILS } from './classes.emails.ts'
import { classesRoutes } from './classes.routes.ts'
import * as Classes from './classes.ts'
import { shareImageRoute } from './share-image.routes.ts'
import { CLASS_EXPORTS, classes as table } from './classes.table.ts'

export const classes: Domain = {
  routes: (serve, { imagePipeline }) => classesRoutes(serve, imagePipeline.shareImages),
  mount: (app, { imagePipeline, services }) => shareImageRoute(app, { ...imagePipeline, db: services.db }),
  emails: { Classes: CLASS_EMAILS },
  lockToForget: Classes.archiveTaughtBy,
  async forget(tx, { user }) {
    if (user.role === 'instructor') changesCatalogue(tx)
  },
  data: async (ctx) => ({ taught_classes: (await Classes.listByInstructor(ctx, ctx.actor.email)).rows }),
  tables: { exported: CLASS_EXPORTS, unexported: { 'public.class_search': 'derived from classes and runs' } },
  images: [table.image],
}
