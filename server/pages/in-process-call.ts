import type { FastifyInstance } from 'fastify'
import { type Call, createCall, TOTAL_HEADER } from '#contract/call.ts'
import { createImageReviver } from '#contract/image-fields.ts'

/**
 * Returns a `Call` of the app's own API without a network, with which pages load their data while they render.
 * @param onUnavailable is called for each response of 503
 */
export function createInProcessCall(app: FastifyInstance, publicUrl: string, onUnavailable: () => void): Call {
  const reviveImages = createImageReviver(publicUrl)
  return createCall(async ({ method, path, headers, body }) => {
    const payload = body === undefined ? {} : { payload: body as object }
    const response = await app.inject({ method, url: `/api${path}`, headers, ...payload })
    if (response.statusCode === 503) onUnavailable()
    const total = response.headers[TOTAL_HEADER] as string | undefined
    return { status: response.statusCode, body: JSON.parse(response.body, reviveImages), total }
  })
}
