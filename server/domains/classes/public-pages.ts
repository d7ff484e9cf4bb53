/** Lists the public pages of classes and instructors, for the sitemap and the feed. */
import { and, desc, eq } from 'drizzle-orm'
import { toClassPath, toInstructorPath, toSlug } from '#contract/slug.ts'
import { users } from '#server/domains/users/users.table.ts'
import { isInstructor } from '#server/domains/users/users.ts'
import type { Database } from '#server/platform/database/database.ts'
import { classes, isOnOffer } from './classes.table.ts'

/** A page with the URL of its image, and when its content last changed, in milliseconds UTC. */
export interface PublicPage {
  path: string
  image: string | null
  changedAt?: number
}

export interface FeedEntry {
  id: string
  path: string
  name: string
  instructorName: string
  /** Markdown. */
  description: string
  createdAt: number
  changedAt: number
}

/** Returns the pages of all classes on offer, newest first, then those of all instructors. */
export async function listPublicPages(db: Database): Promise<PublicPage[]> {
  const { id, name, image, createdAt, updatedAt } = classes
  const offered = await db
    .select({ id, name, image, createdAt, updatedAt })
    .from(classes)
    .where(isOnOffer)
    .orderBy(desc(createdAt), id)
  const instructors = await db
    .select({ _id: users.id, name: users.name, image: users.image })
    .from(users)
    .where(isInstructor)
    .orderBy(desc(users.createdAt), users.id)
  return [
    ...offered.map((row) => ({
      path: toClassPath({ _id: row.id, slug: toSlug(row.name) }),
      image: row.image,
      changedAt: row.updatedAt ?? row.createdAt,
    })),
    ...instructors.map((row) => ({ path: toInstructorPath(row), image: row.image })),
  ]
}

/** Returns what the address of a class on offer is made of, or null. */
export async function findOnOffer(
  db: Database,
  id: string,
): Promise<{ _id: string; name: string; slug: string } | null> {
  const isFound = and(eq(classes.id, id), isOnOffer)
  const [row] = await db.select({ _id: classes.id, name: classes.name }).from(classes).where(isFound)
  return row ? { ...row, slug: toSlug(row.name) } : null
}

/** Returns the newest classes on offer. */
export async function listNewest(db: Database, count: number): Promise<FeedEntry[]> {
  const { id, name, description, createdAt, updatedAt } = classes
  const rows = await db
    .select({ id, name, description, createdAt, updatedAt, instructorName: users.name })
    .from(classes)
    .innerJoin(users, eq(users.id, classes.instructorId))
    .where(isOnOffer)
    .orderBy(desc(createdAt), id)
    .limit(count)
  return rows.map(({ updatedAt: changed, ...row }) => ({
    ...row,
    path: toClassPath({ _id: row.id, slug: toSlug(row.name) }),
    changedAt: changed ?? row.createdAt,
  }))
}
