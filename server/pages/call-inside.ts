import type { FastifyInstance } from 'fastify'
import { type Call, callOver } from '#contract/call.ts'

/** A `Call` of the app's own API without a network, for pages that render: what they show is what the API answers. */
export function callInside(app: FastifyInstance): Call {
  return callOver(async ({ method, address, headers, body }) => {
    const payload = body === undefined ? {} : { payload: body as object }
    const answer = await app.inject({ method, url: `/api${address}`, headers, ...payload })
    return { status: answer.statusCode, body: answer.json() }
  })
}
