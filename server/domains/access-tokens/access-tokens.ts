/** The verbs on access tokens. A token acts as its user with the user's present role, limited to its scopes. */

import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { and, count, desc, eq, gt, lt } from 'drizzle-orm'
import type { AccessToken, CreatedAccessToken, NewAccessToken } from '#contract/access-tokens.ts'
import { ACCESS_TOKEN_PREFIX } from '#contract/access-tokens.ts'
import { api } from '#contract/api.ts'
import { listScopes } from '#contract/scopes.ts'
import { MAX_ACCESS_TOKENS } from '#contract/values/limits.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError, must, orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Actor, Context } from '#server/ports/context.ts'
import { composeCreatedEmail } from './access-tokens.emails.ts'
import { accessTokens } from './access-tokens.table.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Returns the actor's tokens, newest first. Expired ones stay in the list until they are revoked. */
export async function list({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<AccessToken[]> {
  const isOwn = eq(accessTokens.userId, actor.id)
  const rows = await db.select().from(accessTokens).where(isOwn).orderBy(desc(accessTokens.createdAt), accessTokens.id)
  return rows.map(toAccessToken)
}

/**
 * Creates a token of the actor, who gets an e-mail. The result has its text, which cannot be read again.
 * @throws AppError INVALID_INPUT for a scope that the actor's role cannot use, LIMIT_REACHED
 */
export async function create(ctx: Context, { name, scopes, days }: NewAccessToken): Promise<CreatedAccessToken> {
  const { actor } = ctx
  const available = listScopes(api, actor.role)
  const unknown = scopes.find((scope) => !available.some((candidate) => candidate === scope))
  if (unknown !== undefined) throw new AppError('INVALID_INPUT', `scopes: ${unknown} is not a scope of your role`)
  const token = generateToken()
  const createdAt = Date.now()
  const values = { userId: actor.id, name, scopes: [...new Set(scopes)], hash: hashToken(token), createdAt }
  return inTransaction(ctx, async (tx) => {
    await Users.lock(tx, actor.id)
    await requireRoom(tx, actor)
    const [row] = await tx
      .insert(accessTokens)
      .values({ ...values, expiresAt: createdAt + days * DAY_MS })
      .returning()
    await recordAction(tx, actor, 'access_token_created', must(row))
    if (actor.emailConfirmed) await ctx.mail.send(tx, composeCreatedEmail(ctx, actor))
    return { ...toAccessToken(must(row)), token }
  })
}

/** Revokes a token of the actor. Returns 1. @throws AppError NOT_FOUND, for the token of another user too */
export async function revoke(ctx: Context, id: string): Promise<number> {
  const isOwn = and(eq(accessTokens.id, parseId(id)), eq(accessTokens.userId, ctx.actor.id))
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.delete(accessTokens).where(isOwn).returning()
    await recordAction(tx, ctx.actor, 'access_token_revoked', orNotFound(row))
    return 1
  })
}

/** Deletes the tokens of a user whose account is deleted. */
export async function forget(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(accessTokens).where(eq(accessTokens.userId, userId))
}

/** The user of an access token, and what the token may call. */
export interface TokenHolder {
  actor: Actor
  tokenId: string
  scopes: string[]
}

/**
 * Returns the holder of a token's text, and notes the day of use. Null for a token that is unknown, expired or revoked. Whatever ends a
 * user's other tokens, such as a changed password, ends it too.
 */
export async function identify(ctx: Pick<Context, 'db' | 'identity'>, text: string): Promise<TokenHolder | null> {
  if (!isTokenText(text)) return null
  const isValid = and(eq(accessTokens.hash, hashToken(text)), gt(accessTokens.expiresAt, Date.now()))
  const [row] = await ctx.db.select().from(accessTokens).where(isValid)
  if (!row) return null
  const claims = { userId: row.userId, issuedAt: row.createdAt, signedInAt: 0, sessionId: null }
  const actor = await Users.find(ctx, claims)
  if (!actor) return null
  await noteUse(ctx.db, row)
  return { actor, tokenId: row.id, scopes: row.scopes }
}

type Row = typeof accessTokens.$inferSelect

/** Writes once a day and token. */
async function noteUse(db: Database, { id, usedAt }: Row): Promise<void> {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  if (usedAt === null) await db.update(accessTokens).set({ usedAt: today }).where(eq(accessTokens.id, id))
  else if (usedAt < today) {
    const isOlder = and(eq(accessTokens.id, id), lt(accessTokens.usedAt, today))
    await db.update(accessTokens).set({ usedAt: today }).where(isOlder)
  }
}

/** The caller has locked the user, so that two calls cannot exceed the limit together. */
async function requireRoom(tx: Transaction, { id }: Actor): Promise<void> {
  const [row] = await tx.select({ all: count() }).from(accessTokens).where(eq(accessTokens.userId, id))
  if (Number(row?.all) < MAX_ACCESS_TOKENS) return
  throw new AppError('LIMIT_REACHED', `You have ${MAX_ACCESS_TOKENS} access tokens, our limit. Revoke one first.`)
}

async function recordAction(
  tx: Transaction,
  actor: Actor,
  action: 'access_token_created' | 'access_token_revoked',
  { id, name, scopes }: Row,
): Promise<void> {
  await Activity.record(tx, actor, { action, subject: name, subjectId: id, message: scopes.join(', ') })
}

function toAccessToken({ id, name, scopes, createdAt, expiresAt, usedAt }: Row): AccessToken {
  return { _id: id, name, scopes, created_at: createdAt, expires_at: expiresAt, used_at: usedAt }
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 36
const CHECKSUM_LENGTH = 6
/**
 * The text of a token: `phs_`, 36 random characters, and a checksum of 6, by which a secret scanner recognizes it without asking us. The
 * form is GitHub's. Source: https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/
 */
const PATTERN = new RegExp(`^${ACCESS_TOKEN_PREFIX}(\\w{${RANDOM_LENGTH}})(\\w{${CHECKSUM_LENGTH}})$`)

/** Returns the text of a new token. */
export function generateToken(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('')
  return ACCESS_TOKEN_PREFIX + random + computeChecksum(random)
}

/** Returns whether a text has the form of a token and the right checksum. */
export function isTokenText(text: string): boolean {
  const [, random, checksum] = PATTERN.exec(text) ?? []
  return random !== undefined && computeChecksum(random) === checksum
}

/** Returns what is stored of a token: its SHA-256 in base64url. */
export function hashToken(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** Returns the CRC-32 of the random characters in base 62, the most significant digit first. */
function computeChecksum(random: string): string {
  let [rest, digits] = [crc32(random), '']
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = BASE62.charAt(rest % BASE62.length) + digits
    rest = Math.floor(rest / BASE62.length)
  }
  return digits
}
