/** Serves images under /pictures: uploaded and committed ones. */
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { api } from '#contract/api.ts'
import type { UploadedImage } from '#contract/images.ts'
import { orNotFound } from '#server/platform/app-error.ts'
import { toNetwork } from '#server/platform/rate-limits/rate-limiter.ts'
import { ROOT } from '#server/platform/root.ts'
import type { ServeUpload } from '#server/ports/serve.ts'
import { FOLDERS, toCommittedFile } from './committed.ts'
import type { ImagePipeline } from './image-pipeline.ts'
import * as Images from './images.ts'
import { readImage } from './read-image.ts'
import { listSubstitutes, MEDIA_TYPES, parseVariant, toFileName, type Variant } from './variants.ts'

const DAY_MS = 24 * 60 * 60 * 1000
export const IMMUTABLE = 'public, max-age=31536000, immutable'
/** The headers of a file that is served until another one is there. */
const SUBSTITUTE = { 'cache-control': 'public, max-age=60' }
/** A file that takes longer is served by another one. It is many times what an image of a phone takes. */
const MAX_WAIT_MS = 2_000
/** Clients of other origins may show the images. */
export const FOR_ALL_ORIGINS = { 'cross-origin-resource-policy': 'cross-origin' }
const SAFE_NAME = /^\w[\w.-]*$/

type FileRoute = { Params: { name: string; file: string } }

export function uploadRoutes(serve: ServeUpload, pipeline: ImagePipeline): void {
  for (const endpoint of [api.uploadPicture, api.uploadSchoolPicture])
    serve(
      endpoint,
      async (ctx, bytes): Promise<UploadedImage> => ({
        success: true,
        data: await Images.upload(ctx, pipeline, bytes),
      }),
    )
}

export async function imagesRoutes(
  app: FastifyInstance,
  pipeline: Pick<ImagePipeline, 'storage' | 'jpegs' | 'unfinished'>,
): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => void reply.headers(FOR_ALL_ORIGINS))
  jpegRoutes(app, pipeline)
  await committedRoutes(app)
  app.get<FileRoute>('/pictures/:name/:file', { schema: { hide: true } }, async ({ params, headers }, reply) => {
    const variant = orNotFound(parseVariant(params.name, params.file))
    const key = `${params.name}/${toFileName(variant)}`
    const cacheHeaders = { 'cache-control': IMMUTABLE, etag: `"${key}"` }
    // A file never changes, so a matching tag needs no look at the storage.
    if (headers['if-none-match'] === cacheHeaders.etag) return reply.code(304).headers(cacheHeaders).send()
    const { file, found } = orNotFound(await find(pipeline, params.name, variant))
    const contentHeaders = { 'content-type': MEDIA_TYPES[found.format], 'content-length': file.size }
    return reply.headers({ ...(found === variant ? cacheHeaders : SUBSTITUTE), ...contentHeaders }).send(file.bytes)
  })
}

/** Returns a file of an image. One that is being written is waited for, and where it does not come, another one takes its place. */
async function find(
  { storage, unfinished }: Pick<ImagePipeline, 'storage' | 'unfinished'>,
  name: string,
  variant: Variant,
) {
  const written = variant.format !== 'webp' && unfinished.get(name)
  if (written) await Promise.race([written, setTimeout(MAX_WAIT_MS, undefined, { ref: false })])
  for (const found of listSubstitutes(variant)) {
    const file = await storage.get(`${name}/${toFileName(found)}`)
    if (file) return { found, file }
  }
  return null
}

/** The variants of uploaded and committed images as JPEG, for e-mails. */
function jpegRoutes(app: FastifyInstance, { storage, jpegs }: Pick<ImagePipeline, 'storage' | 'jpegs'>): void {
  for (const prefix of ['', ...Object.keys(FOLDERS).map((each) => `${each}/`)]) {
    app.get<{ Params: { name: string; width: string } }>(
      `/pictures/${prefix}:name/:width(^[1-9]\\d{0,3}).jpg`,
      { schema: { hide: true } },
      async ({ params: { name, width }, ip }, reply) => {
        const variant = `/pictures/${prefix}${name}/${width}.webp`
        const image = await jpegs.get(variant, toNetwork(ip), async () => ({
          source: orNotFound(await readImage(storage, variant)),
          job: { kind: 'jpeg' },
        }))
        return reply.headers({ 'cache-control': IMMUTABLE, 'content-type': 'image/jpeg' }).send(image)
      },
    )
  }
}

async function committedRoutes(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, { root: ROOT, serve: false, index: false, maxAge: DAY_MS })
  for (const [prefix, folder] of Object.entries(FOLDERS)) {
    app.get<FileRoute>(
      `/pictures/${prefix}/:name/:file`,
      { schema: { hide: true } },
      async ({ params: { name, file } }, reply) =>
        SAFE_NAME.test(name) && SAFE_NAME.test(file)
          ? reply.sendFile(join(name, toCommittedFile(file)), join(ROOT, folder))
          : reply.callNotFound(),
    )
  }
}
