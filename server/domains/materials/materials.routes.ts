import type { FastifyInstance } from 'fastify'
import { api } from '#contract/api.ts'
import type { Components } from '#server/domains/domain.ts'
import { openOriginal, openView } from '#server/domains/images/private-files.ts'
import { CLASS_FILES } from '#server/domains/images/private-links.ts'
import { orNotFound } from '#server/platform/app-error.ts'
import { renderMarkdown } from '#server/platform/markdown.ts'
import type { Serve, ServeUpload } from '#server/ports/serve.ts'
import * as Files from './material-files.ts'
import * as Materials from './materials.ts'

export function materialsRoutes(serve: Serve, { materialLinks }: Components): void {
  serve(api.getMaterial, (ctx, { params }) => Materials.get(ctx, materialLinks, params.id))
  serve(api.changeMaterial, async (ctx, { params, body }, options) => ({
    modifiedCount: await Materials.save(ctx, params.id, body, options),
  }))
  serve(api.previewMaterial, async (_ctx, { body }) => ({ html: renderMarkdown(body.text) }))
  serve(api.deleteMaterialFile, async (ctx, { params }) => ({ deletedCount: await Files.remove(ctx, params.id) }))
}

export function materialsUploads(serve: ServeUpload, { imagePipeline }: Components): void {
  serve(api.addMaterialFile, async (ctx, bytes, { params, fileName }) => ({
    insertedId: await Files.add(ctx, imagePipeline, { id: params.id, bytes, fileName }),
  }))
}

/** No shared cache stores them, and a browser's asks again before each use. */
const PRIVATE = { 'cache-control': 'private, no-cache', 'referrer-policy': 'no-referrer' }

/** Serves the paths of files of material. Who may read one is read from the database for each request. */
export async function classFileRoutes(
  app: FastifyInstance,
  { services, materialLinks, imagePipeline: { storage } }: Components,
): Promise<void> {
  app.get<{ Params: { token: string; wanted: string } }>(
    `${CLASS_FILES}/:token/:wanted(^(?:download|[1-9]\\d{0,4})$)`,
    { schema: { hide: true } },
    async ({ params: { token, wanted } }, reply) => {
      const file = await Files.find(services.db, orNotFound(materialLinks.read(token)))
      // The uploaded file of a picture may say where it was taken.
      const served =
        file.views.length > 0
          ? await openView(storage, file, wanted === 'download' ? undefined : Number(wanted))
          : await openOriginal(storage, file, file.name)
      return reply.headers({ ...served.headers, ...PRIVATE }).send(served.bytes)
    },
  )
}
