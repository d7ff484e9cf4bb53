/** Identifies the caller by the token, and checks their role and their e-mail. */
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { ROLES } from '#contract/users.ts'
import { REAUTH_MINUTES } from '#contract/values/limits.ts'
import type { Tokens } from '#server/domains/users/tokens.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Actor, Services } from '#server/ports/context.ts'

/** The user of a token, with the time when they last proved who they are, in milliseconds since 1970. */
export interface Caller {
  actor: Actor
  signedInAt: number
}

/** Returns the user of a request's token; null without a valid token, or if the user was deleted or has signed out. */
export async function readCaller(request: FastifyRequest, services: Services, tokens: Tokens): Promise<Caller | null> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const claims = token ? await tokens.verify(token) : null
  const actor = claims && (await Users.find(services, claims))
  return actor && { actor, signedInAt: claims.signedInAt }
}

/** Throws 403 REAUTH_REQUIRED where an endpoint requires a recent sign-in, and the caller's is older. */
export function requireRecentSignIn({ recentSignIn }: Endpoint, { signedInAt }: Caller): void {
  if (recentSignIn && Date.now() - signedInAt > REAUTH_MINUTES * 60_000) throw new AppError('REAUTH_REQUIRED')
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
