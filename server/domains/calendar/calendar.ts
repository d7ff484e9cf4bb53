/** The verbs on calendars: files of sessions, the feed of a user, and their settings. */
import { and, eq, gte, isNotNull, not, or, sql } from 'drizzle-orm'
import type { CalendarSettings } from '#contract/calendar.ts'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import { explainAbsence } from '#server/domains/enrolments/enrolled-classes.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { isNotDeleted } from '#server/domains/users/users.ts'
import { must, orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Context, Services } from '#server/ports/context.ts'
import { calendars } from './calendar.table.ts'
import { listByRun, listByUser, listOpen } from './events.ts'
import type { FeedLinks } from './feed-links.ts'
import { buildCalendar } from './ics.ts'

type Site = Pick<Services, 'db' | 'publicUrl'>

/**
 * Matches feeds that still work. What ends a user's tokens, such as a changed password, ends the feed too, and so does the confirmation of
 * the e-mail: another person may have registered it and kept the address.
 */
const isLive = and(
  isNotNull(calendars.feedId),
  gte(calendars.feedCreatedAt, users.tokensFrom),
  or(calendars.feedConfirmed, not(users.emailConfirmed)),
)

/** Returns the actor's settings. */
export async function readSettings({ db, actor }: Context, links: FeedLinks): Promise<CalendarSettings> {
  const [row] = await db
    .select({
      feedId: sql<string | null>`case when ${isLive} then ${calendars.feedId} end`,
      reminds: calendars.remindsByEmail,
    })
    .from(calendars)
    .innerJoin(users, eq(users.id, calendars.userId))
    .where(eq(calendars.userId, actor.id))
  return { feed_url: row?.feedId ? links.toUrl(row.feedId) : null, reminders: row?.reminds ?? true }
}

/** Switches the actor's reminders on or off. Returns 1. */
export async function setReminders({ db, actor }: Context, remindsByEmail: boolean): Promise<number> {
  await save(db, actor.id, { remindsByEmail })
  return 1
}

/** Gives the actor's feed a new address, and returns it. The previous address ends. */
export async function renewFeed({ db, actor }: Context, links: FeedLinks): Promise<string> {
  const feedId = crypto.randomUUID()
  await save(db, actor.id, { feedId, feedCreatedAt: Date.now(), feedConfirmed: actor.emailConfirmed })
  return links.toUrl(feedId)
}

/** Ends the address of the actor's feed. Returns 0 where there is none. */
export async function endFeed({ db, actor }: Context): Promise<number> {
  const isOwn = and(eq(calendars.userId, actor.id), isNotNull(calendars.feedId))
  return (await db.update(calendars).set({ feedId: null }).where(isOwn).returning({ id: calendars.userId })).length
}

/** Keeps the feeds that work while a restore ends all tokens that were issued before `now`. */
export async function keepFeeds(tx: Transaction, now: number): Promise<void> {
  const isOfUser = and(eq(users.id, calendars.userId), isLive)
  await tx.update(calendars).set({ feedCreatedAt: now }).from(users).where(isOfUser)
}

/** Removes the calendar of a deleted user. */
export async function forget(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(calendars).where(eq(calendars.userId, userId))
}

/** Returns the file of a feed. @throws AppError NOT_FOUND for a feed that has ended */
export async function readFeed(
  { db, publicUrl, school }: Site & Pick<Services, 'school'>,
  feedId: string,
): Promise<string> {
  const [owner] = await db
    .select({ id: users.id })
    .from(calendars)
    .innerJoin(users, eq(users.id, calendars.userId))
    .where(and(eq(calendars.feedId, feedId), isLive, isNotDeleted))
  const events = await listByUser(db, orNotFound(owner).id)
  return buildCalendar(events, { name: school.current.name, publicUrl, showsLinks: true })
}

/** Returns the file of a run that the actor is enrolled in. @throws AppError NOT_FOUND, also for a run without sessions, ENROLMENT_ENDED */
export async function readRun(ctx: Context, id: string): Promise<string> {
  const { db, actor, publicUrl } = ctx
  const runId = parseId(id)
  const isOwn = and(eq(enrolments.runId, runId), eq(enrolments.userId, actor.id), isActive)
  const [enrolment] = await db.select({ id: enrolments.id }).from(enrolments).where(isOwn)
  if (!enrolment) throw await explainAbsence(ctx, eq(enrolments.runId, runId))
  const events = await listByRun(db, await Runs.find(db, runId))
  const name = orNotFound(events[0]).class.name
  return buildCalendar(events, { name, publicUrl, showsLinks: true })
}

/** Returns the public file of a class on offer. */
export async function readClass({ db, publicUrl }: Site, { id, name }: { id: string; name: string }): Promise<string> {
  return buildCalendar(await listOpen(db, id), { name, publicUrl, showsLinks: false })
}

async function save(db: Database, userId: string, values: Partial<typeof calendars.$inferInsert>): Promise<void> {
  const rows = await db
    .insert(calendars)
    .values({ ...values, userId })
    .onConflictDoUpdate({ target: calendars.userId, set: values })
    .returning({ id: calendars.userId })
  must(rows[0])
}
