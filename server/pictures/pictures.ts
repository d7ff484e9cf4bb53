/** The verbs on pictures that people bring. */
import { join } from 'node:path'
import { and, eq, lt, notExists } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { pictureAddress } from '#contract/picture-address.ts'
import type { PictureUploaded } from '#contract/pictures.ts'
import { classes } from '#server/classes/classes.table.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { transaction } from '#server/database/transaction.ts'
import { reviews, slides } from '#server/home/home.table.ts'
import type { JobKind } from '#server/jobs/kind.ts'
import { attempts } from '#server/payments/payments.table.ts'
import { Refusal } from '#server/refusal.ts'
import { users } from '#server/users/users.table.ts'
import { isCommitted } from './committed.ts'
import { fileName, MEDIA_TYPES, newName, type Variant, variantsOf } from './files.ts'
import type { Received } from './intake.ts'
import { pictures } from './pictures.table.ts'
import type { Storage } from './storage.ts'

type Ctx = Pick<Context, 'db' | 'actor' | 'darkroom'>
type Uploaded = PictureUploaded['data']

/** For so long after its last use a picture stays that nothing refers to: somebody may be writing the class that it is for. */
const UNUSED_MS = 24 * 60 * 60_000

/** Wherever the address of a picture may stand. A payment has the picture of its attempt. */
const REFERENCES: PgColumn[] = [classes.image, users.image, attempts.classImage, slides.image, reviews.image]

/** Removes the files of a picture whose row is gone; for about a day. */
export const removeFiles: JobKind<{ name: string; width: number }> = {
  name: 'pictures.remove',
  secondsPerTry: 120,
  retries: 30,
  firstPause: 5,
  longestPause: 3_600,
  keptFor: 86_400,
}

/**
 * Takes a picture, and answers where it is shown from. The same bytes again are the same picture, while it is there.
 * @throws Refusal NOT_A_PICTURE, TOO_LARGE, PICTURE_HOST_UNAVAILABLE
 * @throws TooManyTries where too many are in hand
 */
export async function upload(ctx: Ctx, bytes: AsyncIterable<Buffer>): Promise<Uploaded> {
  return ctx.darkroom.intake.receive(bytes, async (received) => {
    if (ctx.darkroom.host) return handOver(ctx, received)
    return (await knownBy(ctx.db, received.hash)) ?? keep(ctx, received)
  })
}

/** To an image host, which makes its own variants of a picture that we have checked and cleaned. */
async function handOver({ darkroom }: Ctx, { file, folder }: Received): Promise<Uploaded> {
  const { width, height } = await darkroom.encoder.encode({ input: file, folder, wanted: 'largest' })
  const display_url = await darkroom.host?.(join(folder, fileName({ width, form: 'webp' })))
  return { display_url: display_url ?? '', width, height }
}

async function knownBy(db: Database, hash: string): Promise<Uploaded | null> {
  const known = and(eq(pictures.hash, hash), eq(pictures.ready, true))
  const [picture] = await db.update(pictures).set({ usedAt: Date.now() }).where(known).returning()
  return picture ? { display_url: picture.address, width: picture.width, height: picture.height } : null
}

async function keep({ db, actor, darkroom }: Ctx, { file, hash, folder }: Received): Promise<Uploaded> {
  const { width, height, ground } = await darkroom.encoder.encode({ input: file, folder, wanted: 'all' })
  const name = newName(hash)
  const address = pictureAddress(name, width, height, ground)
  const now = Date.now()
  const row = { name, hash, address, width, height, uploadedBy: actor.id, createdAt: now, usedAt: now }
  await db.insert(pictures).values(row)
  await store(darkroom.storage, name, width, folder)
  await db.update(pictures).set({ ready: true }).where(eq(pictures.name, name))
  return { display_url: address, width, height }
}

async function store(storage: Storage, name: string, width: number, folder: string): Promise<void> {
  const put = (variant: Variant) => {
    const file = fileName(variant)
    return storage.put(`${name}/${file}`, join(folder, file), MEDIA_TYPES[variant.form])
  }
  await Promise.all(variantsOf(width).map(put))
}

/**
 * Says that a picture is used from now on, in the transaction of the write that refers to it: then it is there, and stays.
 * @throws Refusal INVALID_INPUT for an address of our own under which there is none
 */
export async function take(tx: Database, address: string): Promise<void> {
  if (/^https:/i.test(address) || isCommitted(address)) return
  const there = and(eq(pictures.address, address), eq(pictures.ready, true))
  const taken = await tx.update(pictures).set({ usedAt: Date.now() }).where(there).returning({ name: pictures.name })
  if (taken.length === 0) throw new Refusal('INVALID_INPUT', 'classImage: there is no such picture')
}

/**
 * Removes pictures that nothing refers to and nobody used for a day, and those that never were complete. Whoever takes one at the
 * same time writes its row, so that one of the two waits for the other, and then finds it used, or gone.
 */
export async function removeUnused({ db, jobs }: Pick<Context, 'db' | 'jobs'>, now = Date.now()): Promise<void> {
  await transaction(db, async (tx) => {
    const nowhere = REFERENCES.map((column) =>
      notExists(tx.select().from(column.table).where(eq(column, pictures.address))),
    )
    const unused = and(lt(pictures.usedAt, now - UNUSED_MS), ...nowhere)
    const removed = await tx.delete(pictures).where(unused).returning({ name: pictures.name, width: pictures.width })
    for (const picture of removed) await jobs.put(tx, removeFiles, picture)
  })
}

/** What the job does. */
export async function remove(storage: Storage, { name, width }: { name: string; width: number }): Promise<void> {
  await storage.remove(variantsOf(width).map((variant) => `${name}/${fileName(variant)}`))
}
