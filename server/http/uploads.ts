/** Puts endpoints of the contract on the air that take a file: the same checks as every call, and then the file as it comes in. */
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import { LARGEST_PICTURE } from '#contract/pictures.ts'
import type { Parts } from '#server/parts.ts'
import { Refusal } from '#server/refusal.ts'
import { networkOf } from './limits.ts'
import { type ContextOf, contextOf, identify, schemaOf, urlOf } from './serve.ts'

/** Whatever else a form brings is small, and not looked at. */
const LIMITS = { fileSize: LARGEST_PICTURE, files: 1, fields: 10, fieldSize: 1024, headerPairs: 20 }

/** @param bytes of the file. Reading them fails with TOO_LARGE where there are more than we take. */
type Handler<E> = (ctx: ContextOf<E>, bytes: AsyncIterable<Buffer>) => Promise<AnswerOf<E>>

export type ServeUpload = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

/** Has `routes` put theirs on the air. Nobody's body is read before the checks have let them through. */
export async function uploadsOn(
  app: FastifyInstance,
  parts: Parts,
  routes: (serve: ServeUpload) => void,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, { limits: LIMITS, throwFileSizeLimit: false })
    routes((endpoint, handler) => {
      const field = endpoint.upload ?? ''
      const form = z.object({ [field]: z.file() })
      scope.route({
        method: endpoint.method,
        url: urlOf(endpoint),
        schema: { ...schemaOf({ ...endpoint, body: form }), consumes: ['multipart/form-data'] },
        // The schema is for those who read it: the body is a stream.
        validatorCompiler: () => (value) => ({ value }),
        onRequest: async (request) => identify(endpoint, request, parts),
        handler: async (request, reply) => {
          if (endpoint.limit) await parts.limits.count(endpoint.path, networkOf(request.ip), endpoint.limit)
          reply.header('cache-control', 'no-store')
          try {
            return await handler(contextOf(request, parts) as ContextOf<typeof endpoint>, await fileIn(request, field))
          } finally {
            // What is not read of a refused one is read past, so that the answer arrives and the connection goes on.
            request.raw.resume()
          }
        },
      })
    })
  })
}

async function fileIn(request: FastifyRequest, field: string): Promise<AsyncIterable<Buffer>> {
  const part = request.isMultipart() ? await request.file().catch(refuseForm) : undefined
  if (part?.fieldname === field) return bytesOf(part.file)
  part?.file.resume()
  throw new Refusal('INVALID_INPUT', `${field}: is missing`)
}

/** The parser ends a file that is too large as if it were whole, and says so beside it. */
async function* bytesOf(file: MultipartFile['file']): AsyncGenerator<Buffer> {
  const tooLarge = new Refusal('TOO_LARGE', 'The picture is larger than 20 MB, which is the most that we take.')
  file.once('limit', () => file.destroy(tooLarge))
  try {
    yield* file
  } catch (error) {
    refuseForm(error)
  }
  if (file.truncated) throw tooLarge
}

/** What the parser throws that says no status is about how the form is written. */
function refuseForm(error: unknown): never {
  if (error instanceof Error && 'statusCode' in error) throw error
  if (error instanceof Refusal) throw error
  throw new Refusal('INVALID_INPUT', 'The form is broken, or cut off.', { cause: error })
}
