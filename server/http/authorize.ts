/** Identifies the caller by their token or an access token, and checks their role, their e-mail and the scope. */
import type { FastifyRequest } from 'fastify'
import { ACCESS_TOKEN_PREFIX } from '#contract/access-tokens.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { findScope } from '#contract/scopes.ts'
import { ROLES } from '#contract/users.ts'
import { REAUTH_MINUTES } from '#contract/values/limits.ts'
import * as AccessTokens from '#server/domains/access-tokens/access-tokens.ts'
import type { Tokens } from '#server/domains/users/tokens.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Actor, Services } from '#server/ports/context.ts'

/** The user of a token. */
export interface Caller {
  actor: Actor
  /** Time at which the user last proved who they are, in milliseconds since 1970; never, with an access token. */
  signedInAt: number
  /** The access token that the call was made with. */
  accessToken: { id: string; scopes: string[] } | null
}

/** Returns the user of a request's token; null without a valid token, or if the user was deleted or has signed out. */
export async function readCaller(request: FastifyRequest, services: Services, tokens: Tokens): Promise<Caller | null> {
  const token = readBearer(request)
  if (token?.startsWith(ACCESS_TOKEN_PREFIX)) {
    const holder = await AccessTokens.identify(services, token)
    return holder && { actor: holder.actor, signedInAt: 0, accessToken: { id: holder.tokenId, scopes: holder.scopes } }
  }
  const claims = token ? await tokens.verify(token) : null
  const actor = claims && (await Users.find(services, claims))
  return actor && { actor, signedInAt: claims.signedInAt, accessToken: null }
}

/** Returns whether a request has an access token, valid or not. */
export function hasAccessToken(request: FastifyRequest): boolean {
  return readBearer(request)?.startsWith(ACCESS_TOKEN_PREFIX) ?? false
}

/** Throws 403 TOKEN_NOT_ALLOWED for an access token at the identity provider: passwords, sessions and second factors are not for programs. */
export function refuseAtIdentityProvider(request: FastifyRequest): void {
  if (request.url.startsWith('/api/auth/') && hasAccessToken(request)) throw new AppError('TOKEN_NOT_ALLOWED')
}

function readBearer({ headers }: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
}

/** Throws 403 where the call is made with an access token: TOKEN_NOT_ALLOWED, or TOKEN_SCOPE_MISSING with the scope that is missing. */
export function requireScope(endpoint: Endpoint, { accessToken }: Caller): void {
  if (!accessToken) return
  const scope = findScope(endpoint)
  if (scope === null) throw new AppError('TOKEN_NOT_ALLOWED')
  if (!accessToken.scopes.includes(scope))
    throw new AppError('TOKEN_SCOPE_MISSING', `This access token doesn't have the scope ${scope}.`)
}

/** Throws 403 REAUTH_REQUIRED where an endpoint requires a recent sign-in, and the caller's is older. */
export function requireRecentSignIn({ recentSignIn }: Endpoint, { actor, signedInAt }: Caller): void {
  const isRequired = recentSignIn === true || recentSignIn === actor.role
  if (isRequired && Date.now() - signedInAt > REAUTH_MINUTES * 60_000) throw new AppError('REAUTH_REQUIRED')
}

/** Returns whether a call is about the caller's own e-mail. */
export function isAboutOneself({ own }: Endpoint, actor: Actor, request: FastifyRequest): boolean {
  return own !== undefined && readEmail(own, request) === actor.email
}

/**
 * Throws 403 for a role without access or for the e-mail of another user. The schema checks an e-mail
 * that is missing or malformed.
 */
export function authorize(endpoint: Endpoint, actor: Actor, request: FastifyRequest): void {
  const requiredRole = ROLES.find((role) => role === endpoint.access)
  if (endpoint.own && actor.role === endpoint.own.except) return
  if (requiredRole && actor.role !== requiredRole) throw new AppError('NOT_ALLOWED')
  if (endpoint.access === 'staff' && actor.role === 'student') throw new AppError('NOT_ALLOWED')
  if (!endpoint.own) return
  const email = readEmail(endpoint.own, request)
  if (email !== null && email !== actor.email) throw new AppError('NOT_ALLOWED', 'That e-mail address is not yours.')
}

function readEmail(own: NonNullable<Endpoint['own']>, request: FastifyRequest): string | null {
  const email = (request[own.in] as Record<string, unknown>)[own.field]
  return typeof email === 'string' ? email.trim().toLowerCase() : null
}
