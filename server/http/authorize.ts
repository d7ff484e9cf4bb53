/** Identifies the caller by the token, and checks their role and their e-mail. */
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { ROLES } from '#contract/users.ts'
import type { Tokens } from '#server/domains/users/tokens.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Actor, Services } from '#server/ports/context.ts'

/** Returns the user of a request's token; null without a valid token, or if the user was deleted or has signed out. */
export async function readActor(request: FastifyRequest, services: Services, tokens: Tokens): Promise<Actor | null> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const claims = token ? await tokens.verify(token) : null
  return claims && Users.find(services, claims)
}

/**
 * Throws 401 without an actor, and 403 for a role without access or for the e-mail of another user. The schema checks an e-mail
 * that is missing or malformed.
 */
export function authorize(endpoint: Endpoint, actor: Actor | null, request: FastifyRequest): void {
  if (!actor) throw new AppError('NOT_SIGNED_IN')
  const requiredRole = ROLES.find((role) => role === endpoint.access)
  if (endpoint.own && actor.role === endpoint.own.except) return
  if (requiredRole && actor.role !== requiredRole) throw new AppError('NOT_ALLOWED')
  if (endpoint.access === 'staff' && actor.role === 'student') throw new AppError('NOT_ALLOWED')
  if (!endpoint.own) return
  const email = (request[endpoint.own.in] as Record<string, unknown>)[endpoint.own.field]
  if (typeof email === 'string' && email.trim().toLowerCase() !== actor.email) {
    throw new AppError('NOT_ALLOWED', 'That e-mail address is not yours.')
  }
}
