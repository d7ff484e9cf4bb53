import { changesCatalogue } from '#server/platform/database/transaction.ts'
import { type Domain, defineJob } from '../domain.ts'
import { CLASS_EMAILS } from './classes.emails.ts'
import { classesRoutes } from './classes.routes.ts'
import { CLASS_EXPORTS, classes as table } from './classes.table.ts'
import * as Classes from './classes.ts'
import { remind, remindJob } from './runs/minimum.ts'
import { BELOW_MINIMUM, UNDECIDED } from './runs/runs.emails.ts'
import { RUN_EXPORTS } from './runs/runs.table.ts'
import { shareImageRoute } from './share-image.routes.ts'

export const classes: Domain = {
  routes: (serve, { imagePipeline }) => classesRoutes(serve, imagePipeline.shareImages),
  mount: (app, { imagePipeline, services }) => shareImageRoute(app, { ...imagePipeline, db: services.db }),
  jobs: [defineJob(remindJob, ({ services }, job) => remind(services, job))],
  emails: { Classes: CLASS_EMAILS, Dates: [BELOW_MINIMUM, UNDECIDED] },
  tables: {
    exported: [...CLASS_EXPORTS, ...RUN_EXPORTS],
    unexported: {
      'public.class_search': 'derived from classes and runs',
      'public.run_times': 'derived from run_sessions',
    },
  },
  images: [table.image, table.image2, table.image3],
  lockToForget: Classes.archiveTaughtBy,
  async forget(tx, { user }) {
    if (user.role === 'instructor') changesCatalogue(tx)
  },
  data: async (ctx) => ({ taught_classes: (await Classes.listByInstructor(ctx, ctx.actor.email)).rows }),
}
