/** The verbs on the profiles of instructors. */
import { and, eq } from 'drizzle-orm'
import type { CallOptions } from '#contract/call.ts'
import type { Profile, ProfileEdit, ShownProfile, VersionedProfile } from '#contract/profiles.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { filterChanges, listChanges } from '#server/domains/activity/field-changes.ts'
import * as Images from '#server/domains/images/images.ts'
import { users } from '#server/domains/users/users.table.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError, orNotFound, parseId, requireVersion } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { changesCatalogue, inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { renderMarkdown, toPlainText } from '#server/platform/markdown.ts'
import { shorten } from '#server/platform/shorten.ts'
import type { Actor, Context } from '#server/ports/context.ts'
import { profiles } from './profiles.table.ts'

const NO_PROFILE: VersionedProfile = { biography: '', portrait: '', links: [], version: 0 }

/** Search engines show about this many characters of a description. */
const SUMMARY_LENGTH = 155

/** Returns the profile of an instructor, for themselves or an admin. @throws AppError NOT_FOUND */
export async function get({ db, actor }: Context, id: string): Promise<VersionedProfile> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, parseId(id)), Users.isInstructor))
  const instructor = orNotFound(row)
  requireEditor(actor, instructor.id)
  return (await find(db, instructor.id)) ?? NO_PROFILE
}

/**
 * Changes the profile of an instructor, by themselves or an admin. Returns 0 where nothing differs.
 * @throws AppError NOT_FOUND, CHANGED_MEANWHILE, INVALID_INPUT for an unknown image
 */
export async function change(
  ctx: Context,
  id: string,
  input: ProfileEdit,
  { ifMatch }: CallOptions = {},
): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    // The lock also keeps two first versions apart, when there is no row yet.
    const user = await Users.lock(tx, id)
    if (user.role !== 'instructor') throw new AppError('NOT_FOUND')
    requireEditor(ctx.actor, user.id)
    const { version, focus = '', ...stored } = (await find(tx, user.id)) ?? NO_PROFILE
    const before = { ...stored, focus }
    requireVersion({ version }, ifMatch)
    const values = filterChanges<Profile>(before, resetFocus(before, input))
    if (Object.keys(values).length === 0) return 0
    if (values.portrait) await Images.markUsed(tx, values.portrait, 'portrait')
    await tx
      .insert(profiles)
      .values({ ...before, ...values, userId: user.id })
      .onConflictDoUpdate({ target: profiles.userId, set: values })
    const logged = toLogged(before)
    const changes = listChanges(logged, filterChanges(logged, toLogged({ ...before, ...values })), LABELS)
    const entry = { action: 'profile_changed', subject: user.email, subjectId: user.id } as const
    await Activity.record(tx, ctx.actor, { ...entry, changes })
    changesCatalogue(tx)
    return 1
  })
}

/** The focal point of one portrait means nothing for another. */
function resetFocus({ portrait }: Profile, input: ProfileEdit): ProfileEdit {
  return input.portrait === undefined || input.portrait === portrait ? input : { focus: '', ...input }
}

const LABELS = { biography: 'Biography', portrait: 'Portrait', links: 'Links' }

function toLogged({ biography, portrait, links }: Profile) {
  return { biography, portrait, links: links.map(({ words, address }) => `${words} (${address})`).join(', ') }
}

/** Returns the actor's own profile, or null. */
export async function readOwn({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<Profile | null> {
  const stored = await find(db, actor.id)
  if (!stored) return null
  const { version: _version, ...profile } = stored
  return profile
}

/** Returns the profile of an instructor as visitors see it. */
export async function readShown(db: Database, userId: string): Promise<ShownProfile> {
  const { biography, portrait, focus, links } = (await find(db, userId)) ?? NO_PROFILE
  return {
    portrait,
    ...(focus && { focus }),
    links,
    html: renderMarkdown(biography),
    summary: shorten(toPlainText(biography), SUMMARY_LENGTH),
  }
}

/** Characters of the line below a name. */
const LINE_LENGTH = 140

/** A full stop that ends no sentence. */
const ABBREVIATION = /(?:^|\s)(?:Dr|Mr|Mrs|Ms|Prof|St|\p{Lu})\. ?$/u

/** Returns the first sentence of a biography below its heading, without marks, shortened. */
export function toLine(biography: string): string {
  const text = toPlainText(biography.trimStart().replace(/^#.*\n/, ''))
  let line = ''
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)) {
    line += segment
    if (line.length > LINE_LENGTH || !ABBREVIATION.test(line)) break
  }
  return shorten(line.trim(), LINE_LENGTH)
}

/** Deletes the profile of a user who leaves. */
export async function forget(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(profiles).where(eq(profiles.userId, userId))
}

/** Another instructor's profile does not exist to the caller. */
function requireEditor(actor: Actor, userId: string): void {
  if (actor.id !== userId && actor.role !== 'admin') throw new AppError('NOT_FOUND')
}

async function find(db: Database, userId: string): Promise<VersionedProfile | undefined> {
  const { biography, portrait, focus, links, version } = profiles
  const [row] = await db
    .select({ biography, portrait, focus, links, version })
    .from(profiles)
    .where(eq(profiles.userId, userId))
  if (!row) return undefined
  const { focus: point, ...profile } = row
  return point ? { ...profile, focus: point } : profile
}
