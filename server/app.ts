/** Creates the Fastify app: the steps of every request in their order, then what the domains register. */
import { createServer, type RequestListener } from 'node:http'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { api } from '#contract/api.ts'
import type { Components } from './domains/domain.ts'
import { DOMAINS } from './domains/index.ts'
import { refuseAtIdentityProvider } from './http/authorize.ts'
import { allowOrigins } from './http/cross-origin.ts'
import { createSendError, RequestLog } from './http/errors.ts'
import { createContentSecurityPolicy, createHelmetOptions } from './http/headers.ts'
import { endConnectionsWhenDraining, healthRoutes } from './http/health.ts'
import type { Metrics } from './http/metrics.ts'
import { describeApi } from './http/openapi.ts'
import { createRequestIds } from './http/request-id.ts'
import { serveCachedFirst } from './http/response-cache.ts'
import { securityTxtRoute } from './http/security-txt.ts'
import { createServe, type ServeComponents } from './http/serve.ts'
import { closeConnections, endStalledDownloads } from './http/slow-clients.ts'
import { registerUploads } from './http/uploads.ts'
import { type PagesComponents, pagesRoutes } from './pages/pages.routes.ts'
import { calendarsRoutes } from './pages/site-files/calendars.routes.ts'
import { siteFilesRoutes } from './pages/site-files/site-files.routes.ts'
import { createErrorBody } from './platform/app-error.ts'
import type { DatabaseConnection } from './platform/database/database.ts'
import type { Readiness } from './platform/readiness.ts'

/** Bytes of a request body. Uploaded images have their own limit. */
const BODY_LIMIT = 256 * 1024

/** Longer than the 60 s for which load balancers keep a connection, so that they do not use one that is closing. */
const KEEP_ALIVE_MS = 72_000

/** A provider that serves routes of its own. */
interface Mountable {
  mount(app: FastifyInstance): void
}

/** Data about this instance for operators. */
export interface MonitoringComponents {
  readiness: Readiness
  /** Absent without a token to read them. */
  metrics: Metrics | null
  /** Absent without a collector of traces. */
  tracing: (Mountable & { close(): Promise<void> }) | null
}

/** The components of the application that serve requests. */
export interface AppComponents extends Components, ServeComponents, PagesComponents, MonitoringComponents {
  database: DatabaseConnection
  imagePipeline: Components['imagePipeline']
  /** The card sandbox, where it takes the place of Stripe. */
  sandbox: Mountable | null
  /** The demo's sign-in provider. */
  demoProvider: Mountable | null
}

/** Returns the app over running `components`. It starts nothing; the caller listens. */
export async function createApp(components: AppComponents): Promise<FastifyInstance> {
  const sendError = createSendError(components.services.securityLog)
  const { settings, readiness, metrics } = components
  const listener = (handler: RequestListener) =>
    endConnectionsWhenDraining(
      readiness,
      serveCachedFirst(components.responseCache, settings.publicUrl, handler, metrics?.countCached),
    )
  const app = Fastify({
    loggerInstance: components.services.log,
    genReqId: createRequestIds(settings.trustProxy),
    logController: new RequestLog(),
    bodyLimit: BODY_LIMIT,
    trustProxy: settings.trustProxy && nearestProxy,
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url = '' }) => toOriginForm(url),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    frameworkErrors: sendError,
    serverFactory: (handler) => createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, listener(handler)),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(() => components.serializeJson)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(sendNotFound)

  app.addHook('preClose', async () => closeConnections(app.server))
  endStalledDownloads(app)
  await app.register(helmet, createHelmetOptions(components.settings))
  const policy = createContentSecurityPolicy(components.settings)
  app.addHook('onRequest', async (_request, reply) => void reply.header('content-security-policy', policy))
  allowOrigins(app, components.settings.allowedOrigins)
  await describeApi(app, components.serializeJson)
  components.tracing?.mount(app)
  metrics?.mount(app)
  await app.register(healthRoutes, components)
  await app.register(securityTxtRoute, components.services)
  app.addHook('onRequest', async (request) => refuseAtIdentityProvider(request))
  components.services.identity.mount(app)
  components.demoProvider?.mount(app)
  components.sandbox?.mount(app)
  await registerDomains(app, components)
  await app.register(calendarsRoutes, components)
  await app.register(siteFilesRoutes, { ...components, ...components.services })
  await app.register(pagesRoutes, { components })
  return app
}

async function registerDomains(app: FastifyInstance, components: AppComponents): Promise<void> {
  const serve = createServe(app, components)
  for (const { routes } of DOMAINS) routes?.(serve, components)
  await registerUploads(app, components, (serveUpload) => {
    for (const { uploads } of DOMAINS) uploads?.(serveUpload, components)
  })
  for (const { mount } of DOMAINS) if (mount) await app.register(async (scope) => mount(scope, components))
}

/** Returns the path and the query of a request target that is a whole URL. Servers must accept those. Source: RFC 9112, 3.2.2 */
function toOriginForm(target: string): string {
  if (target.startsWith('/') || !URL.canParse(target)) return target
  const { pathname, search } = new URL(target)
  return pathname + search
}

/** Trusts the client IP that the nearest proxy reports. Earlier entries may be forged. */
function nearestProxy(_ip: string, hop: number): boolean {
  return hop === 0
}

/** Sends 405 for an API path that has other methods only, otherwise 404: also for a parameter that is longer than any of ours. */
function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.replace(/\?.*/, '').replace(/^\/api/, '')
  const endpoints = Object.values(api).filter((endpoint) => toPattern(endpoint.path).test(path))
  const isOtherMethod = endpoints.length > 0 && endpoints.every(({ method }) => method !== request.method)
  if (!request.url.startsWith('/api/') || !isOtherMethod) return reply.code(404).send(createErrorBody('NOT_FOUND'))
  const allowed = [...new Set(endpoints.map(({ method }) => method))].join(', ')
  return reply.code(405).header('allow', allowed).send(createErrorBody('METHOD_NOT_ALLOWED'))
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+').replace(/\/$/, '')}/?$`)
}
