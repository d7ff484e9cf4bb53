/** The link that sets up the school. The operator's terminal shows it, so its holder may own the school. */
import { and, eq, gt, lte } from 'drizzle-orm'
import { SETUP_LINK_HOURS } from '#contract/values/limits.ts'
import { hasOwner } from '#server/domains/school/set-up.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Transaction, transaction } from '#server/platform/database/transaction.ts'
import { generateLinkToken, hashLinkToken } from '#server/platform/link-token.ts'
import { setupLinks } from './setup.table.ts'

const HOUR_MS = 60 * 60_000

const INVALID_LINK = 'This link is incomplete, used or expired. Run npm run setup-link on the server for a new one.'

/**
 * Creates a link, and returns it, or null where the school has an owner. Earlier links stay valid unless it replaces them.
 * @param publicUrl the origin of links
 */
export async function createLink(
  db: Database,
  publicUrl: string,
  { replacesOthers = false } = {},
): Promise<string | null> {
  const token = generateLinkToken()
  return transaction(db, async (tx) => {
    if (await hasOwner(tx)) return null
    const now = Date.now()
    await tx.delete(setupLinks).where(replacesOthers ? undefined : lte(setupLinks.expiresAt, now))
    await tx.insert(setupLinks).values({ hash: hashLinkToken(token), expiresAt: now + SETUP_LINK_HOURS * HOUR_MS })
    return `${publicUrl}/setup?token=${token}`
  })
}

/**
 * Reads the link before the owner: a link that another set-up ends in between is not called invalid.
 * @throws AppError ALREADY_SET_UP, LINK_INVALID
 */
export async function requireLink(db: Database, token: string): Promise<void> {
  const isValid = and(eq(setupLinks.hash, hashLinkToken(token)), gt(setupLinks.expiresAt, Date.now()))
  const [link] = await db.select().from(setupLinks).where(isValid)
  if (await hasOwner(db)) throw new AppError('ALREADY_SET_UP')
  if (!link) throw new AppError('LINK_INVALID', INVALID_LINK)
}

/** Uses a link, which ends all of them. @throws AppError LINK_INVALID */
export async function useLink(tx: Transaction, token: string): Promise<void> {
  const [hash, now] = [hashLinkToken(token), Date.now()]
  const ended = await tx.delete(setupLinks).returning()
  if (!ended.some((link) => link.hash === hash && link.expiresAt > now))
    throw new AppError('LINK_INVALID', INVALID_LINK)
}
