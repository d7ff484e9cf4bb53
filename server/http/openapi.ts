/** Serves /api/openapi.json and /api/docs, both generated from the contract's schemas. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

export async function describeApi(app: FastifyInstance): Promise<void> {
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
  const uiConfig = { layout: 'BaseLayout', docExpansion: 'none' } as const
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: false, uiConfig })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
