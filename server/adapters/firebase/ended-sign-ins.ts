/** Ends sign-ins at a provider whose sessions we cannot end: neither a new token of ours nor an issued one counts from then on. */
import { type AnyColumn, and, eq, exists, gt, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { endedSignIn } from './firebase.table.ts'

const DAY_MS = 24 * 60 * 60_000

/** A sign-in counts for this long. Later, its user signs in again, so that the ended ones need not be stored for ever. */
export const SIGN_IN_DAYS = 90

/** Returns whether a sign-in is too long ago to count. @param authTime in seconds since 1970 */
export function isTooOld(authTime: number): boolean {
  return Date.now() - authTime * 1000 > SIGN_IN_DAYS * DAY_MS
}

/** Returns the condition that a sign-in has ended. `identityId` is a column. */
export function hasEnded(db: Database, identityId: AnyColumn, authTime: number): SQL {
  return exists(selectEnd(db, identityId, authTime))
}

/** Returns whether a sign-in of an identity has ended. */
export async function isEnded(db: Database, identityId: string, authTime: number): Promise<boolean> {
  return (await selectEnd(db, identityId, authTime)).length > 0
}

function selectEnd(db: Database, identityId: AnyColumn | string, authTime: number) {
  const endsThis = and(eq(endedSignIn.earlier, false), eq(endedSignIn.authTime, authTime))
  const endsEarlier = and(eq(endedSignIn.earlier, true), gt(endedSignIn.authTime, authTime))
  const isOfIdentity = eq(endedSignIn.identityId, identityId)
  return db
    .select({ one: sql`1` })
    .from(endedSignIn)
    .where(and(isOfIdentity, or(endsThis, endsEarlier)))
}

/**
 * Ends a sign-in, or with `earlier` all before it but not itself. Removes what has no effect any longer. Firebase names a sign-in by its
 * second: another one of the identity in that second ends too.
 */
export async function end(db: Database, identityId: string, authTime: number, { earlier = false } = {}): Promise<void> {
  const now = Date.now()
  await db.delete(endedSignIn).where(lt(endedSignIn.endedAt, now - SIGN_IN_DAYS * DAY_MS))
  await db.insert(endedSignIn).values({ identityId, authTime, earlier, endedAt: now }).onConflictDoNothing()
}
