/** Speaking as Stripe's API does: forms in, JSON out, errors in its own words. */
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import qs from 'qs'
import { z } from 'zod'
import { invalidRequest, SandboxError } from './errors.ts'

/** A form or a query: `created[gte]=1` becomes `{created: {gte: '1'}}`. */
export function readForm(text: string): Record<string, unknown> {
  return { ...qs.parse(text) }
}

export function speakAsStripe(app: FastifyInstance): void {
  app.register(formbody, { parser: readForm })
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
}

/**
 * A form's fields, as `schema` has them.
 * @throws SandboxError naming the first that is wrong, or that Stripe would not know
 */
export function parse<T>(schema: z.ZodType<T>, form: unknown): T {
  const parsed = schema.safeParse(form ?? {})
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  if (issue?.code === 'unrecognized_keys') {
    const param = issue.keys.join(', ')
    throw invalidRequest(`Received unknown parameter: ${param}`, { param, code: 'parameter_unknown' })
  }
  throw invalidRequest(issue?.message ?? 'Invalid request', { param: issue?.path.join('.') ?? '' })
}

/** Fields that may hang on any object. Source: https://docs.stripe.com/api/metadata */
export const Metadata = z.record(z.string().max(40), z.string().max(500)).default({})

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof SandboxError) return reply.code(error.status).send({ error: error.body })
  request.log.error(error)
  return reply.code(500).send({ error: { type: 'api_error', message: 'An unknown error occurred' } })
}
