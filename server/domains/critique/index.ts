import { type Domain, defineJob, HOUR_MS } from '../domain.ts'
import { CRITIQUE_EXPORTS } from './critique.exports.ts'
import { critiqueRoutes, critiqueUploads, privatePictureRoutes } from './critique.routes.ts'
import { removeFiles } from './picture-files.ts'
import * as Pictures from './pictures.ts'
import * as Remarks from './remarks.ts'

export const critique: Domain = {
  routes: critiqueRoutes,
  uploads: critiqueUploads,
  mount: privatePictureRoutes,
  jobs: [defineJob(removeFiles, ({ imagePipeline }, version) => Pictures.removeStored(imagePipeline.storage, version))],
  every: [
    {
      everyMs: HOUR_MS,
      run: ({ services }) => Pictures.removeUnfinished(services),
      failure: 'unfinished pictures could not be removed',
    },
  ],
  tables: { exported: CRITIQUE_EXPORTS },
  async forget(tx, { user }, ctx) {
    await Pictures.forget(tx, ctx, user.id)
    await Remarks.forgetDrafts(tx, user.id)
  },
}
