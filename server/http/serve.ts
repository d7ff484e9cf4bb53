/** Registers the routes of endpoints: checks access and input, calls the handler, sends the response. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint, EndpointInput } from '#contract/endpoint.ts'
import { toStoredImages } from '#contract/image-fields.ts'
import { findScope } from '#contract/scopes.ts'
import { ErrorBodySchema } from '#contract/values/error-body.ts'
import type { Tokens } from '#server/domains/users/tokens.ts'
import { AppError, orNotFound } from '#server/platform/app-error.ts'
import { type RateLimiter, toNetwork } from '#server/platform/rate-limits/rate-limiter.ts'
import type { Subject } from '#server/platform/security-log.ts'
import type { Actor, Services } from '#server/ports/context.ts'
import type { Proof } from '#server/ports/identity-provider.ts'
import type { EndpointContext, Serve } from '#server/ports/serve.ts'
import type { Settings } from '#server/settings/settings.ts'
import {
  authorize,
  hasAccessToken,
  isAboutOneself,
  readCaller,
  requireRecentSignIn,
  requireScope,
} from './authorize.ts'
import { countCall, countTokenCall } from './count-call.ts'
import { setDataHeaders } from './headers.ts'
import { runInTurn, type SendComponents, sendThroughCache, sendUncached } from './send-result.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Time of its arrival, in milliseconds since 1970. */
    receivedAt: number
    actor: Actor | null
    proof: Proof | null
    /** The owner of the request's token or proof, whether or not they may make the call. For the log only. */
    subject: Subject | null
  }
}

/** The components of the application that serve an endpoint. */
export interface ServeComponents extends SendComponents {
  /** The services that every context carries. */
  services: Services
  tokens: Tokens
  rateLimiter: RateLimiter
  settings: Settings & { publicUrl: string }
}

/** Returns the `Serve` of `app`. Checks run in the contract's order: 401, 403, 400, then the handler's 404 and 409. */
export function createServe(app: FastifyInstance, components: ServeComponents): Serve {
  app.decorateRequest('receivedAt', 0)
  app.decorateRequest('actor', null)
  app.decorateRequest('proof', null)
  app.decorateRequest('subject', null)
  return (endpoint, handler) => {
    app.route({
      method: endpoint.method,
      url: toRouteUrl(endpoint),
      schema: toRouteSchema(endpoint),
      onRequest: async (request, reply) => {
        request.receivedAt = Date.now()
        setDataHeaders(reply)
        await identify(endpoint, request, components)
      },
      preValidation: async (request) => storeImagePaths(request, components),
      handler: async (request, reply) => {
        await countCall(endpoint, request, components.rateLimiter)
        const handle = async () =>
          handler(
            createContext(request, components) as EndpointContext<typeof endpoint>,
            readInput(endpoint, request),
            {
              ifMatch: endpoint.versioned && readVersion(request),
              receivedAt: request.receivedAt,
              network: toNetwork(request.ip),
            },
          )
        if (endpoint.cached) return sendThroughCache(endpoint, handle, components, request, reply)
        // Other calls have a limit, a token to check or a known caller. Health and the school's settings are no endpoints, and never wait.
        const isPublicRead = endpoint.method === 'GET' && endpoint.access === 'anyone'
        const result = await (isPublicRead ? runInTurn(handle, components, request) : handle())
        return sendUncached(endpoint, reply, result)
      },
    })
  }
}

/** Returns the URL of an endpoint in Fastify's syntax. */
export function toRouteUrl({ path }: Endpoint): string {
  return `/api${path.replace(/\{(\w+)\}/g, ':$1')}`
}

/** Returns the schema of a route, for validation and for /api/openapi.json. */
export function toRouteSchema(endpoint: Endpoint) {
  return {
    summary: endpoint.summary,
    tags: endpoint.domain ? [endpoint.domain] : [],
    description: describeAccess(endpoint),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body ? { body: endpoint.body } : {}),
    response: { 200: endpoint.response, '4xx': ErrorBodySchema, '5xx': ErrorBodySchema },
    ...(endpoint.access === 'anyone' ? {} : { security: listCredentials(endpoint) }),
  }
}

function describeAccess(endpoint: Endpoint): string {
  const { access, own, rateLimit: limit } = endpoint
  const callers = own?.except ? `${access}, ${own.except}` : access
  const limited = limit ? ` At most ${limit.max} times in ${limit.minutes} minutes.` : ''
  const scope = findScope(endpoint)
  return `For: ${callers}.${limited} ${scope ? `Scope: ${scope}.` : 'Not with an access token.'}`
}

/** Returns the credentials of a call, for /api/openapi.json: one of them is required. */
function listCredentials(endpoint: Endpoint): Record<string, string[]>[] {
  if (endpoint.access === 'proof') return [{ proof: [] }]
  const scope = findScope(endpoint)
  return [{ token: [] }, ...(scope ? [{ accessToken: [scope] }] : [])]
}

/** Sets the request's actor or proof, and throws without access. Runs before the body is read. */
export async function identify(
  endpoint: Endpoint,
  request: FastifyRequest,
  components: ServeComponents,
): Promise<void> {
  if (endpoint.cached) return
  if (endpoint.access === 'proof') {
    request.proof = await components.services.identity.prove(request)
    if (!request.proof) throw new AppError(hasAccessToken(request) ? 'TOKEN_NOT_ALLOWED' : 'NOT_SIGNED_IN')
    request.subject = { identity: request.proof.identityId }
    return
  }
  const caller = await readCaller(request, components.services, components.tokens)
  request.subject = caller && { user: caller.actor.id, identity: caller.actor.identityId }
  if (caller) {
    await countTokenCall(caller, components.rateLimiter)
    requireScope(endpoint, caller)
  }
  if (endpoint.access === 'anyone') {
    request.actor = caller && (await lacksSecondFactor(caller.actor, components)) ? null : (caller?.actor ?? null)
    return
  }
  if (!caller) throw new AppError('NOT_SIGNED_IN')
  const { actor } = caller
  authorize(endpoint, actor, request)
  if (!isAboutOneself(endpoint, actor, request) && (await lacksSecondFactor(actor, components)))
    throw new AppError('SECOND_FACTOR_REQUIRED')
  requireRecentSignIn(endpoint, caller)
  request.actor = actor
}

/** Returns whether an admin has no second factor although the settings require one. */
async function lacksSecondFactor(
  { role, identityId }: Actor,
  { settings, services }: Pick<ServeComponents, 'settings' | 'services'>,
): Promise<boolean> {
  if (!settings.requireAdminSecondFactor || role !== 'admin') return false
  return !identityId || !(await services.identity.hasSecondFactor(identityId))
}

/** A client may send back the URL of an own image that a response contained. Only its path is validated and stored. */
function storeImagePaths(request: FastifyRequest, { services }: ServeComponents): void {
  request.body = toStoredImages(request.body, services.publicUrl)
}

/** Returns the context of a call. */
export function createContext({ actor, proof }: FastifyRequest, components: ServeComponents) {
  return { ...components.services, actor, proof }
}

/** Checks params here and not in the route's schema: a malformed one is a 404, and comes after the 400 of body and query. */
function readInput<E extends Endpoint>(endpoint: E, request: FastifyRequest): EndpointInput<E> {
  const params = endpoint.params?.safeParse(request.params)
  return { params: params && orNotFound(params.data), query: request.query, body: request.body } as EndpointInput<E>
}

/** Reads `If-Match: "7"`. Other values become -1, which never matches. Source: RFC 9110, 13.1.1 */
function readVersion({ headers }: FastifyRequest): number | undefined {
  const value = headers['if-match']
  if (value === undefined || value.trim() === '*') return undefined
  return Number(/^\s*(?:W\/)?"?(\d{1,15})"?\s*$/.exec(value)?.[1] ?? -1)
}
