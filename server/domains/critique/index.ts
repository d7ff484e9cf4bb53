import { type Domain, HOUR_MS, MINUTE_MS } from '../domain.ts'
import { CRITIQUE_EMAILS } from './critique.emails.ts'
import { CRITIQUE_EXPORTS } from './critique.exports.ts'
import { critiqueRoutes, critiqueUploads, privatePictureRoutes } from './critique.routes.ts'
import * as Notices from './notices.ts'
import * as Own from './own-critique.ts'
import * as Pictures from './pictures.ts'
import * as Remarks from './remarks.ts'

export const critique: Domain = {
  routes: critiqueRoutes,
  uploads: critiqueUploads,
  mount: privatePictureRoutes,
  emails: { Classes: CRITIQUE_EMAILS },
  every: [
    {
      everyMs: MINUTE_MS,
      run: ({ services }) => Notices.send(services),
      failure: 'news about critique could not be sent',
    },
    {
      everyMs: HOUR_MS,
      run: ({ services }) => Notices.remind(services),
      failure: 'students could not be reminded of briefs',
    },
    {
      everyMs: HOUR_MS,
      run: ({ services }) => Pictures.removeUnfinished(services),
      failure: 'unfinished pictures could not be removed',
    },
  ],
  tables: {
    exported: CRITIQUE_EXPORTS,
    leftOut: { 'public.critique_notices': 'e-mails about critique that wait to be sent' },
  },
  data: async (ctx, { pictureLinks }) => ({
    ...(await Own.read(ctx, pictureLinks)),
    critique: await Notices.readSettings(ctx),
  }),
  async forget(tx, { user }, ctx) {
    await Pictures.forget(tx, ctx, user.id)
    await Remarks.forgetUnread(tx, user.id)
    await Notices.forget(tx, user.id)
  },
}
