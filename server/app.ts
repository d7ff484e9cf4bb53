/** The app: what every request goes through, in this order, and one line a domain. */
import { createServer, type Server } from 'node:http'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { api } from '#contract/api.ts'
import { accountRoutes } from './account/account.routes.ts'
import { cartRoutes } from './cart/cart.routes.ts'
import { classesRoutes } from './classes/classes.routes.ts'
import { homeRoutes } from './home/home.routes.ts'
import { answerError, errorBody } from './http/errors.ts'
import { contentSecurityPolicy, helmetOptions } from './http/headers.ts'
import { healthRoutes } from './http/health.ts'
import { keptFirst } from './http/kept.ts'
import { describeApi } from './http/openapi.ts'
import { serveOn } from './http/serve.ts'
import { uploadsOn } from './http/uploads.ts'
import { newsletterForms, newsletterRoutes } from './newsletter/newsletter.routes.ts'
import { officeRoutes } from './office/office.routes.ts'
import { pagesRoutes } from './pages/pages.routes.ts'
import { type Parts, systemContext } from './parts.ts'
import { noticesRoute, paymentsRoutes } from './payments/payments.routes.ts'
import { picturesRoutes, uploadRoutes } from './pictures/pictures.routes.ts'
import { studioRoutes } from './studio/studio.routes.ts'
import { usersRoutes } from './users/users.routes.ts'

/** Bytes of a body; pictures, which are larger, have a limit of their own. */
const BODY_LIMIT = 256 * 1024

/** Longer than the minute for which load balancers keep a connection, so that none is used just as it closes. */
const KEEP_ALIVE_MS = 72_000

/** The school over HTTP. It starts nothing: `parts` are running, and the caller listens. */
export async function createApp(parts: Parts): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    trustProxy: parts.settings.trustProxy && nearestProxy,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    frameworkErrors: answerError,
    serverFactory: (handler) =>
      createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, keptFirst(parts.kept, parts.settings.publicUrl, handler)),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(() => JSON.stringify)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerNotFound)

  app.addHook('preClose', async () => closeAsTheyFinish(app.server))
  await app.register(helmet, helmetOptions(parts.settings))
  const policy = contentSecurityPolicy(parts.settings)
  app.addHook('onRequest', async (_request, reply) => void reply.header('content-security-policy', policy))
  await describeApi(app)
  await app.register(healthRoutes, { database: parts.database })
  parts.identity.mount(app)
  parts.demoIdentity?.mount(app)
  parts.sandbox?.mount(app)
  await app.register(noticesRoute, { ctx: systemContext(parts) })
  await app.register(newsletterForms, { ctx: parts })

  const serve = serveOn(app, parts)
  usersRoutes(serve, parts.tokens)
  homeRoutes(serve)
  newsletterRoutes(serve)
  classesRoutes(serve)
  cartRoutes(serve)
  paymentsRoutes(serve)
  studioRoutes(serve)
  officeRoutes(serve)
  accountRoutes(serve)

  await uploadsOn(app, parts, uploadRoutes)
  await app.register(picturesRoutes, parts.darkroom)
  await app.register(pagesRoutes, { parts })
  return app
}

/** Closes each kept-alive connection when its last answer is out: Node closes only those that are idle when closing begins. */
function closeAsTheyFinish(server: Server): void {
  if (!server.listening) return
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  server.once('close', () => clearInterval(sweep))
}

/** The proxy that talks to us is believed about the client's address; what came before it may be made up. */
function nearestProxy(_address: string, hop: number): boolean {
  return hop === 0
}

/** Below /api, an address that takes another method says so; what is nothing at all is not found. */
function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.replace(/\?.*/, '').replace(/^\/api/, '')
  const methods = Object.values(api).filter((endpoint) => pattern(endpoint.path).test(path))
  if (!request.url.startsWith('/api/') || methods.length === 0) return reply.code(404).send(errorBody('NOT_FOUND'))
  const allowed = [...new Set(methods.map((endpoint) => endpoint.method))].join(', ')
  return reply.code(405).header('allow', allowed).send(errorBody('METHOD_NOT_ALLOWED'))
}

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+').replace(/\/$/, '')}/?$`)
}
