import type { FastifyInstance } from 'fastify'
import { api } from '#contract/api.ts'
import type { Components } from '#server/domains/domain.ts'
import { openView } from '#server/domains/images/private-files.ts'
import { PRIVATE_PICTURES } from '#server/domains/images/private-links.ts'
import * as Users from '#server/domains/users/users.ts'
import { orNotFound } from '#server/platform/app-error.ts'
import { toFirstPage } from '#server/platform/database/lists.ts'
import type { Serve, ServeUpload } from '#server/ports/serve.ts'
import { findVersion } from './access.ts'
import * as Briefs from './briefs.ts'
import { readTimes } from './critique-times.ts'
import * as Notices from './notices.ts'
import * as Uploads from './picture-uploads.ts'
import * as Pictures from './pictures.ts'
import * as Remarks from './remarks.ts'
import * as Submissions from './submissions.ts'

export function critiqueRoutes(serve: Serve, { pictureLinks, imagePipeline: { storage } }: Components): void {
  serve(api.listBriefs, (ctx) => Briefs.listOwn(ctx))
  serve(api.listClassBriefs, (ctx, { params }) => Briefs.listOfClass(ctx, params.id))
  serve(api.addBrief, async (ctx, { params, body }) => ({ insertedId: await Briefs.add(ctx, params.id, body) }))
  serve(api.getBrief, (ctx, { params }) => Briefs.get(ctx, params.id))
  serve(api.changeBrief, async (ctx, { params, body }, options) => ({
    modifiedCount: await Briefs.change(ctx, params.id, body, options),
  }))
  serve(api.deleteBrief, async (ctx, { params }) => ({ deletedCount: await Briefs.remove(ctx, params.id) }))
  serve(api.listSubmissions, (ctx, { params, query }) => Submissions.listOfBrief(ctx, params.id, toFirstPage(query)))
  serve(api.beginSubmission, async (ctx, { params }) => ({ insertedId: await Submissions.begin(ctx, params.id) }))
  serve(api.getSubmission, (ctx, { params }) => Submissions.get(ctx, pictureLinks, params.id))
  serve(api.markSubmissionRead, async (ctx, { params }) => ({
    modifiedCount: await Submissions.markRead(ctx, params.id),
  }))
  serve(api.changePicture, async (ctx, { params, body }) => ({
    modifiedCount: await Pictures.change(ctx, params.id, body),
  }))
  serve(api.deletePicture, async (ctx, { params }) => ({ deletedCount: await Pictures.remove(ctx, params.id) }))
  serve(api.getPictureFile, (ctx, { params, query }) => Pictures.open(ctx, storage, params.id, query))
  serve(api.listRemarks, (ctx, { params }) => Remarks.list(ctx, params.id))
  serve(api.addRemark, async (ctx, { params, body }) => ({ insertedId: await Remarks.add(ctx, params.id, body) }))
  serve(api.changeRemark, async (ctx, { params, body }, options) => ({
    modifiedCount: await Remarks.change(ctx, params.id, body, options),
  }))
  serve(api.deleteRemark, async (ctx, { params }) => ({ deletedCount: await Remarks.remove(ctx, params.id) }))
  serve(api.releaseCritique, async (ctx, { params }) => ({ modifiedCount: await Remarks.release(ctx, params.id) }))
  serve(api.answerRemark, async (ctx, { params, body }) => ({
    insertedId: await Remarks.answer(ctx, params.id, body.text),
  }))
  serve(api.listCritiqueQueue, (ctx, { query }) => Submissions.listQueue(ctx, pictureLinks, toFirstPage(query)))
  serve(api.getCritiqueTimes, (ctx) => readTimes(ctx))
  serve(api.getCritiqueSettings, (ctx) => Notices.readSettings(ctx))
  serve(api.changeCritiqueSettings, async (ctx, { body }) => ({
    modifiedCount: await Notices.changeSettings(ctx, body),
  }))
}

export function critiqueUploads(serve: ServeUpload, { imagePipeline }: Components): void {
  serve(api.addPicture, (ctx, bytes, { params, receivedAt, readFields }) =>
    Uploads.add(ctx, imagePipeline, { id: params.id, bytes, receivedAt, readFields }),
  )
  serve(api.addPictureVersion, (ctx, bytes, { params }) =>
    Uploads.addVersion(ctx, imagePipeline, { id: params.id, bytes }),
  )
}

/** No shared cache stores it, and a browser's asks again before each use. */
const PRIVATE = 'private, no-cache'

/** Serves the paths of private pictures. Who may see one is read from the database for each request. */
export async function privatePictureRoutes(
  app: FastifyInstance,
  { services, pictureLinks, imagePipeline: { storage } }: Components,
): Promise<void> {
  app.get<{ Params: { token: string; width: string } }>(
    `${PRIVATE_PICTURES}/:token/:width(^[1-9]\\d{0,4}$)`,
    { schema: { hide: true } },
    async ({ params: { token, width }, headers }, reply) => {
      const { userId, fileId: versionId } = orNotFound(pictureLinks.read(token))
      const viewer = { id: userId, role: orNotFound(await Users.readRole(services.db, userId)) }
      const etag = `"${versionId}-${width}"`
      const cacheHeaders = { 'cache-control': PRIVATE, etag, 'referrer-policy': 'no-referrer' }
      const { file } = await findVersion(services.db, viewer, versionId)
      if (headers['if-none-match'] === etag) return reply.code(304).headers(cacheHeaders).send()
      const served = await openView(storage, file, Number(width))
      return reply.headers({ ...served.headers, ...cacheHeaders }).send(served.bytes)
    },
  )
}
