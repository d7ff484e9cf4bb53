/** Registers the routes of endpoints that take a file: the checks of every call, then the file as a stream. */

import type { IncomingMessage } from 'node:http'
import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { MAX_IMAGE_BYTES, MAX_IMAGE_SIZE } from '#contract/values/image-limits.ts'
import { AppError, orNotFound } from '#server/platform/app-error.ts'
import type { EndpointContext, ServeUpload, UploadHandler, UploadOptions } from '#server/ports/serve.ts'
import { countCall } from './count-call.ts'
import { createContext, identify, type ServeComponents, toRouteSchema, toRouteUrl } from './serve.ts'

/** Other fields of the form are limited, and ignored unless the endpoint declares them. */
const LIMITS = { files: 1, fields: 10, fieldSize: 4096, headerPairs: 20 }

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
  const form = z.object({ [field]: z.file(), ...endpoint.uploadFields?.shape })
  scope.route({
    method: endpoint.method,
    url: toRouteUrl(endpoint),
    schema: { ...toRouteSchema({ ...endpoint, body: form }), consumes: ['multipart/form-data'] },
    // The schema is documentation only: the body is a stream.
    validatorCompiler: () => (value) => ({ value }),
    onRequest: async (request) => {
      request.receivedAt = Date.now()
      await identify(endpoint, request, components)
    },
    handler: async (request, reply) => {
      await countCall(endpoint, request, components.rateLimiter)
      reply.header('cache-control', 'no-store')
      const context = createContext(request, components) as EndpointContext<E>
      const params = endpoint.params && orNotFound(endpoint.params.safeParse(request.params).data)
      const { receivedAt } = request
      return withFile(request, endpoint, (bytes, form) =>
        handler(context, bytes, { params, receivedAt, ...form } as unknown as UploadOptions<E>),
      )
    },
  })
}

type FormOptions = Pick<UploadOptions<unknown>, 'fileName' | 'readFields'>

/**
 * Passes the file to `handle`. Discards the rest of a refused body, so that the client reads the response and the connection stays
 * usable.
 */
async function withFile<Response>(
  request: FastifyRequest,
  endpoint: Endpoint,
  handle: (bytes: AsyncIterable<Buffer>, form: FormOptions) => Promise<Response>,
): Promise<Response> {
  const { promise: tooSlow, reject } = Promise.withResolvers<never>()
  const stop = watchReceiveRate(request.raw, reject)
  const parts = request.parts({ limits: { ...LIMITS, fileSize: endpoint.maxUploadBytes ?? MAX_IMAGE_BYTES } })
  try {
    const part = await Promise.race([findFile(request, endpoint, parts), tooSlow])
    tooSlow.catch((error) => part.file.destroy(error))
    // A field may come after the file.
    const finish = async () => {
      if (endpoint.uploadFields) await Promise.race([readNextFile(parts), tooSlow])
      stop()
    }
    const form = { fileName: part.filename, readFields: createFieldsReader(part) }
    return await handle(readBytes(part.file, createSizeError(endpoint), finish), form)
  } finally {
    stop()
    request.raw.resume()
  }
}

async function findFile(
  request: FastifyRequest,
  { upload: field = '' }: Endpoint,
  parts: AsyncIterator<Multipart>,
): Promise<MultipartFile> {
  const part = request.isMultipart() ? await readNextFile(parts) : undefined
  if (part?.fieldname === field && part.filename) return part
  part?.file.resume()
  throw new AppError('INVALID_INPUT', `${field}: is required`)
}

/** Reads the fields of a form up to its next file, or to its end. */
async function readNextFile(parts: AsyncIterator<Multipart>): Promise<MultipartFile | undefined> {
  for (let next = await readNext(parts); !next.done; next = await readNext(parts))
    if (next.value.type === 'file') return next.value
}

const readNext = (parts: AsyncIterator<Multipart>) => parts.next().catch(throwFormError)

/** Returns a function that checks the fields that were read so far. A repeated field has its first value. */
function createFieldsReader({ fields }: MultipartFile): FormOptions['readFields'] {
  return (schema) => {
    const values = Object.entries(fields).flatMap(([name, sent]) => {
      const [field] = [sent].flat()
      return field?.type === 'field' && !field.valueTruncated ? [[name, field.value]] : []
    })
    const { data, error } = schema.safeParse(Object.fromEntries(values))
    if (data !== undefined) return data
    const issue = error?.issues[0]
    throw new AppError('INVALID_INPUT', `${issue?.path.join('.')}: ${issue?.message}`)
  }
}

function createSizeError({ maxUploadBytes }: Endpoint): AppError {
  if (maxUploadBytes === undefined)
    return new AppError('TOO_LARGE', `This picture is larger than ${MAX_IMAGE_SIZE}. Choose a smaller one.`)
  return new AppError('TOO_LARGE', `This file is larger than ${maxUploadBytes / 1024 / 1024} MB. Split it.`)
}

/**
 * Yields the file, and finishes the form after it. The parser ends a file that is too large early and only sets `truncated`.
 */
async function* readBytes(
  file: MultipartFile['file'],
  tooLarge: AppError,
  finish: () => Promise<void>,
): AsyncGenerator<Buffer> {
  file.once('limit', () => file.destroy(tooLarge))
  try {
    yield* file
  } catch (error) {
    throwFormError(error)
  }
  if (file.truncated) throw tooLarge
  await finish()
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
