/** Who calls: token → actor, the role they need, and whose e-mail an address may name. */
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { ROLES } from '#contract/users.ts'
import type { Actor } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import type { Tokens } from '#server/identity/tokens.ts'
import { Refusal } from '#server/refusal.ts'
import * as Users from '#server/users/users.ts'

/** The user that a request's token names, or null: no token, a wrong or expired one, or a user who is gone. */
export async function actorOf(request: FastifyRequest, db: Database, tokens: Tokens): Promise<Actor | null> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const facts = token ? await tokens.verify(token) : null
  return facts && Users.find(db, facts)
}

/**
 * Lets the actor through to an endpoint, or refuses: 401 for nobody, 403 for a role that may not, 403 for another's e-mail.
 * An e-mail that is missing or no text is left to the schema's check.
 */
export function admit(endpoint: Endpoint, actor: Actor | null, request: FastifyRequest): void {
  if (!actor) throw new Refusal('NOT_SIGNED_IN')
  const needed = ROLES.find((role) => role === endpoint.who)
  if (endpoint.own && actor.role === endpoint.own.except) return
  if (needed && actor.role !== needed) throw new Refusal('NOT_ALLOWED')
  if (endpoint.who === 'staff' && actor.role === 'student') throw new Refusal('NOT_ALLOWED')
  if (!endpoint.own) return
  const named = (request[endpoint.own.in] as Record<string, unknown>)[endpoint.own.field]
  if (typeof named === 'string' && named.trim().toLowerCase() !== actor.email) {
    throw new Refusal('NOT_ALLOWED', 'That e-mail address is not yours.')
  }
}
