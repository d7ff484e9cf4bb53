/** The format of Stripe's API: form-encoded requests, JSON responses, and Stripe's errors. */
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import qs from 'qs'
import { z } from 'zod'
import { invalidRequest, SandboxError } from './errors.ts'

/** Parses a form or a query: `created[gte]=1` becomes `{created: {gte: '1'}}`. */
export function readForm(text: string): Record<string, unknown> {
  return { ...qs.parse(text) }
}

/** Makes an app parse forms and send Stripe's errors. */
export function configureRequests(app: FastifyInstance): void {
  app.register(formbody, { parser: readForm })
  app.setErrorHandler(sendError)
}

/**
 * Parses the fields of a form.
 * @throws SandboxError naming the first invalid or unknown parameter
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

/** Custom fields of any object. Source: https://docs.stripe.com/api/metadata */
export const Metadata = z.record(z.string().max(40), z.string().max(500)).default({})

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof SandboxError) return reply.code(error.status).send({ error: error.body })
  request.log.error(error)
  return reply.code(500).send({ error: { type: 'api_error', message: 'An unknown error occurred' } })
}
