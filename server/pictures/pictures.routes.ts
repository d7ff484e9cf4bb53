/** Pictures under /pictures: those that people brought, and those that are committed. */
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { api } from '#contract/api.ts'
import type { PictureUploaded } from '#contract/pictures.ts'
import type { ServeUpload } from '#server/http/uploads.ts'
import { orNotFound } from '#server/refusal.ts'
import { FOLDERS, ROOT } from './committed.ts'
import type { Darkroom } from './darkroom.ts'
import { fileName, MEDIA_TYPES, variantAt } from './files.ts'
import * as Pictures from './pictures.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const FOR_EVER = 'public, max-age=31536000, immutable'
const PLAIN = /^\w[\w.-]*$/

type Asked = { Params: { name: string; file: string } }

export function uploadRoutes(serve: ServeUpload): void {
  serve(
    api.uploadPicture,
    async (ctx, bytes): Promise<PictureUploaded> => ({
      success: true,
      data: await Pictures.upload(ctx, bytes),
    }),
  )
}

export async function picturesRoutes(app: FastifyInstance, { storage }: Pick<Darkroom, 'storage'>): Promise<void> {
  await committedRoutes(app)
  app.get<Asked>('/pictures/:name/:file', { schema: { hide: true } }, async ({ params, headers }, reply) => {
    const variant = orNotFound(variantAt(params.name, params.file))
    const key = `${params.name}/${fileName(variant)}`
    const lasting = { 'cache-control': FOR_EVER, etag: `"${key}"` }
    // What a name means never changes, so whoever has it has it whole.
    if (headers['if-none-match'] === lasting.etag) return reply.code(304).headers(lasting).send()
    const { bytes, size } = orNotFound(await storage.get(key))
    const about = { 'content-type': MEDIA_TYPES[variant.form], 'content-length': size }
    return reply.headers({ ...lasting, ...about }).send(bytes)
  })
}

async function committedRoutes(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, { root: ROOT, serve: false, index: false, maxAge: DAY_MS })
  for (const [shown, folder] of Object.entries(FOLDERS)) {
    app.get<Asked>(
      `/pictures/${shown}/:name/:file`,
      { schema: { hide: true } },
      async ({ params: { name, file } }, reply) =>
        PLAIN.test(name) && PLAIN.test(file)
          ? reply.sendFile(join(name, fileOf(file)), join(ROOT, folder))
          : reply.callNotFound(),
    )
  }
}

/** `1600x1067-{ground}.webp` is the picture in its full width; a variant's name is its file's. */
function fileOf(name: string): string {
  return name.replace(/^(\d+)x\d+-[\w-]+\.webp$/, '$1.webp')
}
