/** Serves /api/openapi.json and /api/docs, both generated from the contract's schemas. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { type CachedResponse, createCachedResponse, sendCached } from './response-cache.ts'

export async function describeApi(app: FastifyInstance, serializeJson: (body: unknown) => string): Promise<void> {
  await app.register(swagger, {
    transform: jsonSchemaTransform,
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Photography School', description: "What the school's pages call.", version: '1' },
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'From POST /api/jwt.' },
          accessToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'phs_…',
            description: 'A personal access token with the scope of the call, created in the profile.',
          },
          proof: {
            type: 'apiKey',
            in: 'cookie',
            name: 'better-auth.session_token',
            description: "The identity provider's session.",
          },
        },
      },
    },
  })
  const sendJson = createSend('application/json; charset=utf-8', () => serializeJson(app.swagger()))
  const sendYaml = createSend('application/x-yaml; charset=utf-8', () => app.swagger({ yaml: true }))
  // The hook comes before the plugin's own handlers, which would send the document uncompressed and serialize it for each request.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const { url } = request.routeOptions
    if (url === '/api/docs/json') return sendJson(request, reply)
    if (url === '/api/docs/yaml') return sendYaml(request, reply)
  }
  const uiConfig = { layout: 'BaseLayout', docExpansion: 'none' } as const
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: false, uiConfig, uiHooks: { onRequest } })
  app.get('/api/openapi.json', { schema: { hide: true } }, sendJson)
}

/** Returns a handler that writes a document at its first request, and sends the same bytes from then on: routes never change. */
function createSend(type: string, write: () => string) {
  let document: Promise<CachedResponse> | undefined
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    document ??= createCachedResponse({ status: 200, type, body: write() })
    return sendCached(request, reply, await document)
  }
}
