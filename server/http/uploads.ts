/** Registers the routes of endpoints that take a file: the checks of every call, then the file as a stream. */

import type { IncomingMessage } from 'node:http'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { MAX_IMAGE_BYTES, MAX_IMAGE_SIZE } from '#contract/values/limits.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { EndpointContext, ServeUpload, UploadHandler } from '#server/ports/serve.ts'
import { countCall } from './count-call.ts'
import { createContext, identify, type ServeComponents, toRouteSchema, toRouteUrl } from './serve.ts'

/** Other fields of the form are limited and ignored. */
const LIMITS = { files: 1, fields: 10, fieldSize: 1024, headerPairs: 20 }

/** Registers the upload routes. No body is read before the checks have passed. */
export async function registerUploads(
  app: FastifyInstance,
  components: ServeComponents,
  routes: (serve: ServeUpload) => void,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, { limits: LIMITS, throwFileSizeLimit: false })
    routes((endpoint, handler) => registerUpload(scope, components, endpoint, handler))
  })
}

function registerUpload<E extends Endpoint>(
  scope: FastifyInstance,
  components: ServeComponents,
  endpoint: E,
  handler: UploadHandler<E>,
): void {
  const field = endpoint.upload ?? ''
  const form = z.object({ [field]: z.file() })
  scope.route({
    method: endpoint.method,
    url: toRouteUrl(endpoint),
    schema: { ...toRouteSchema({ ...endpoint, body: form }), consumes: ['multipart/form-data'] },
    // The schema is documentation only: the body is a stream.
    validatorCompiler: () => (value) => ({ value }),
    onRequest: async (request) => identify(endpoint, request, components),
    handler: async (request, reply) => {
      await countCall(endpoint, request, components.rateLimiter)
      reply.header('cache-control', 'no-store')
      const context = createContext(request, components) as EndpointContext<E>
      return withFile(request, endpoint, (bytes, fileName) => handler(context, bytes, fileName))
    },
  })
}

/**
 * Passes the file to `handle`. Discards the rest of a refused body, so that the client reads the response and the connection stays
 * usable.
 */
async function withFile<Response>(
  request: FastifyRequest,
  endpoint: Endpoint,
  handle: (bytes: AsyncIterable<Buffer>, fileName: string) => Promise<Response>,
): Promise<Response> {
  const { promise: tooSlow, reject } = Promise.withResolvers<never>()
  const stop = watchReceiveRate(request.raw, reject)
  try {
    const { file, filename } = await Promise.race([findFile(request, endpoint), tooSlow])
    tooSlow.catch((error) => file.destroy(error))
    return await handle(readBytes(file, createSizeError(endpoint), stop), filename)
  } finally {
    stop()
    request.raw.resume()
  }
}

async function findFile(
  request: FastifyRequest,
  { upload: field = '', maxUploadBytes = MAX_IMAGE_BYTES }: Endpoint,
): Promise<MultipartFile> {
  const limits = { ...LIMITS, fileSize: maxUploadBytes }
  const part = request.isMultipart() ? await request.file({ limits }).catch(throwFormError) : undefined
  if (part?.fieldname === field && part.filename) return part
  part?.file.resume()
  throw new AppError('INVALID_INPUT', `${field}: is required`)
}

function createSizeError({ maxUploadBytes }: Endpoint): AppError {
  if (maxUploadBytes === undefined)
    return new AppError('TOO_LARGE', `This picture is larger than ${MAX_IMAGE_SIZE}. Choose a smaller one.`)
  return new AppError('TOO_LARGE', `This file is larger than ${maxUploadBytes / 1024 / 1024} MB. Split it.`)
}

/**
 * Yields the file, and calls `onEnd` after it. The parser ends a file that is too large early and only sets `truncated`.
 */
async function* readBytes(file: MultipartFile['file'], tooLarge: AppError, onEnd: () => void): AsyncGenerator<Buffer> {
  file.once('limit', () => file.destroy(tooLarge))
  try {
    yield* file
  } catch (error) {
    throwFormError(error)
  }
  onEnd()
  if (file.truncated) throw tooLarge
}

/** Throws the parser's errors that have no status as INVALID_INPUT: the form is malformed. */
function throwFormError(error: unknown): never {
  if (error instanceof Error && 'statusCode' in error) throw error
  if (error instanceof AppError) throw error
  throw new AppError('INVALID_INPUT', 'The form is malformed or incomplete.', { cause: error })
}

/** At this rate the largest image takes 43 minutes. */
const MIN_BYTES_PER_SECOND = 8 * 1024

/** Long enough for a phone that loses its connection in a tunnel. */
const PERIOD_MS = 20_000

/**
 * Notices clients that send a body slowly on purpose, to hold a place that others need. Calls `onSlow` with the error TOO_SLOW after a period in which a connection received less than the minimum. Returns a function
 * that stops watching. A request that was injected has no connection and is never slow.
 */
function watchReceiveRate({ socket }: IncomingMessage, onSlow: (error: AppError) => void): () => void {
  let before = socket.bytesRead
  const timer = setInterval(() => {
    const received = socket.bytesRead - before
    before = socket.bytesRead
    if (received < (MIN_BYTES_PER_SECOND * PERIOD_MS) / 1000) onSlow(new AppError('TOO_SLOW'))
  }, PERIOD_MS)
  return () => clearInterval(timer)
}
