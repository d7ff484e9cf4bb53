/** The verbs on classes. Those that take `tx` write the table; other domains change a class only through them. */
import type { Readable } from 'node:stream'
import { and, count, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { ClassesQuery, SchoolClass } from '#contract/classes.ts'
import type { Page } from '#contract/values/pagination.ts'
import { users } from '#server/domains/users/users.table.ts'
import * as Users from '#server/domains/users/users.ts'
import { must, orNotFound, parseId, requireVersion } from '#server/platform/app-error.ts'
import { exportList, toIsoTime } from '#server/platform/csv-file.ts'
import { readByIds } from '#server/platform/database/batches.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readCount } from '#server/platform/database/large-tables.ts'
import { matchesText, orderBy, readPage } from '#server/platform/database/lists.ts'
import { changesCatalogue, changesSeats, type Transaction } from '#server/platform/database/transaction.ts'
import type { Actor, Context } from '#server/ports/context.ts'
import { selectWithInstructor, selectWithTexts, toManagedClass, toPublicClass } from './class-response.ts'
import { freeSeats } from './class-runs.ts'
import { type ClassRow, classes, isNotDeleted, isOnOffer } from './classes.table.ts'
import { isNotCanceled, runs } from './runs/runs.table.ts'

type Ctx = Pick<Context, 'db' | 'currency' | 'school'>

export type { ClassRow }

/** The fields that an instructor may edit. */
export type EditableFields = Pick<
  ClassRow,
  | 'name'
  | 'image'
  | 'focus'
  | 'alt'
  | 'caption'
  | 'camera'
  | 'image2'
  | 'focus2'
  | 'alt2'
  | 'image3'
  | 'focus3'
  | 'alt3'
  | 'listPriceMinor'
  | 'level'
  | 'exposure'
  | 'description'
  | 'bring'
  | 'outcome'
  | 'termsId'
>

/** The required fields of a new class. The table has defaults for the others. */
export type NewFields = Pick<EditableFields, 'name' | 'image' | 'listPriceMinor'> & Changes<EditableFields>

/** Fields to change; undefined ones stay. */
export type Changes<Fields> = { [Field in keyof Fields]?: Fields[Field] | undefined }

/** Returns the classes of every status of the user of an e-mail (in lower case). @throws AppError NOT_FOUND */
export async function listByInstructor(ctx: Ctx, email: string, query: ClassesQuery = {}): Promise<Page<SchoolClass>> {
  const { _id } = await Users.getByEmail(ctx.db, email)
  return list(ctx, query, eq(classes.instructorId, _id))
}

/** Returns classes of every status, newest first by default. `q` searches the names of class and instructor, and the places of dates. */
export async function list(ctx: Ctx, query: ClassesQuery, filter?: SQL): Promise<Page<SchoolClass>> {
  const { matchesQuery, isChosen } = buildConditions(query, filter)
  const rows = selectWithInstructor(ctx.db)
    .where(and(isChosen, matchesQuery))
    .orderBy(...orderBy(query, sortColumns(), classes.id))
  const all = ctx.db.select({ all: count() }).from(classes)
  // Every class has an instructor, so that counting needs the join for their names only.
  const total = matchesQuery
    ? all.innerJoin(users, eq(users.id, classes.instructorId)).where(and(isChosen, matchesQuery))
    : all.where(isChosen)
  return readPage(
    query,
    rows.$dynamic(),
    (row) => toManagedClass(row, ctx),
    () => readCount(ctx.db, total),
  )
}

/** Returns the file of a list of classes. */
export function exportClasses(ctx: Ctx, query: ClassesQuery): Readable {
  return exportList(ctx.db, {
    columns: [
      ...[
        'className',
        'instructorName',
        'instructorEmail',
        'price',
        'currency',
        'seats',
        'enroll',
        'status',
        'feedback',
      ],
      ...['created_at', 'withdrawn_at', 'archived_at', '_id'],
    ],
    read: (tx) => readAll(ctx, tx, query),
    toCells: (row) => ({
      ...row,
      currency: ctx.currency,
      created_at: toIsoTime(row.created_at),
      withdrawn_at: toIsoTime(row.withdrawn_at),
      archived_at: toIsoTime(row.archived_at),
    }),
  })
}

function readAll(ctx: Ctx, tx: Database, query: ClassesQuery): AsyncGenerator<SchoolClass[]> {
  const { matchesQuery, isChosen } = buildConditions(query)
  const ids = tx
    .select({ id: classes.id })
    .from(classes)
    .innerJoin(users, eq(users.id, classes.instructorId))
    .where(and(isChosen, matchesQuery))
    .orderBy(...orderBy(query, sortColumns(), classes.id))
  return readByIds(tx, ids, async (batch) => {
    const rows = await selectWithInstructor(tx).where(inArray(classes.id, batch))
    return rows.map((row) => toManagedClass(row, ctx))
  })
}

function buildConditions({ q, status }: ClassesQuery, filter?: SQL) {
  return {
    matchesQuery: matchesText(q, [classes.name, users.name, users.email, places]),
    isChosen: and(isNotDeleted, filter, status && eq(classes.status, status)),
  }
}

/** The places of the dates of a class that are not canceled. */
const places = sql`(
  select coalesce(string_agg(concat_ws(' ', ${runs.placeName}, ${runs.placeAddress}), ' '), '')
  from ${runs} where ${runs.classId} = ${classes.id} and ${isNotCanceled}
)`

const sortColumns = () => ({
  created_at: classes.createdAt,
  className: classes.name,
  instructorName: users.name,
  instructorEmail: users.email,
  seats: freeSeats(),
  price: classes.listPriceMinor,
  enroll: classes.enroll,
  status: classes.status,
})

/** Returns a class on offer to anyone, and any other class to its instructor and admins. @throws AppError NOT_FOUND */
export async function get(ctx: Ctx & { actor: Actor | null }, id: string): Promise<SchoolClass> {
  const { db, actor } = ctx
  const [result] = await selectWithTexts(db).where(and(eq(classes.id, parseId(id)), isVisibleTo(actor)))
  const row = orNotFound(result)
  const isManager = actor?.role === 'admin' || actor?.id === row.classes.instructorId
  return isManager ? toManagedClass(row, ctx) : toPublicClass(row, ctx)
}

function isVisibleTo(actor: Actor | null): SQL | undefined {
  if (!actor) return isOnOffer
  if (actor.role === 'admin') return isNotDeleted
  return or(isOnOffer, and(isNotDeleted, eq(classes.instructorId, actor.id)))
}

/** Returns a class. `instructorId` limits it to the classes of one instructor. @throws AppError NOT_FOUND */
export async function find(db: Database, id: string, instructorId?: string): Promise<ClassRow> {
  const [row] = await db.select().from(classes).where(matchesId(id, instructorId))
  return orNotFound(row)
}

interface LockOptions {
  /** Limits the lock to the classes of one instructor. */
  instructorId?: string | undefined
  /** The version that the caller has read. */
  ifMatch?: number | undefined
}

/** Locks a class until the transaction ends. @throws AppError NOT_FOUND, CHANGED_MEANWHILE */
export async function lock(tx: Transaction, id: string, options: LockOptions = {}): Promise<ClassRow> {
  const [result] = await tx.select().from(classes).where(matchesId(id, options.instructorId)).for('update')
  const row = orNotFound(result)
  requireVersion(row, options.ifMatch)
  return row
}

/** Returns the instructor whose classes an actor may manage, or undefined for an admin, who may manage all. */
export function limitToOwner({ id, role }: Actor): string | undefined {
  return role === 'admin' ? undefined : id
}

function matchesId(id: string, instructorId: string | undefined): SQL | undefined {
  return and(eq(classes.id, parseId(id)), matchesOwner(instructorId))
}

/** Matches classes that exist, of one instructor or, without one, of all. */
export function matchesOwner(instructorId: string | undefined): SQL | undefined {
  return and(isNotDeleted, instructorId === undefined ? undefined : eq(classes.instructorId, instructorId))
}

/** Inserts a class that waits for approval, and returns its id. No public page shows it yet. */
export async function insert(tx: Transaction, instructorId: string, fields: NewFields): Promise<string> {
  const values = { ...fields, instructorId, createdAt: Date.now() }
  const [created] = await tx.insert(classes).values(values).returning({ id: classes.id })
  return must(created).id
}

/** Updates a locked class. A denied class waits for approval again. */
export async function update(tx: Transaction, row: ClassRow, fields: EditableFields): Promise<void> {
  const status = row.status === 'deny' ? 'pending' : row.status
  await write(tx, row.id, { ...fields, status, updatedAt: Date.now() })
}

/** Adds enrolments of a run to a locked class, or subtracts them. */
export async function changeEnroll(tx: Transaction, id: string, by: number): Promise<void> {
  await tx
    .update(classes)
    .set({ enroll: sql`${classes.enroll} + ${by}::int` })
    .where(eq(classes.id, id))
  changesSeats(tx, id)
}

/** Takes a class off offer for good, since it does not take place. */
export async function withdraw(tx: Transaction, id: string): Promise<void> {
  await write(tx, id, { withdrawnAt: Date.now() })
}

/** Marks a class as deleted. Its payments keep the row. */
export async function remove(tx: Transaction, id: string): Promise<void> {
  await write(tx, id, { deletedAt: Date.now() })
}

/** Takes the classes of an instructor who leaves out of the catalogue. Locks their rows. */
export async function archiveTaughtBy(tx: Transaction, instructorId: string): Promise<void> {
  await setArchivedAt(tx, and(eq(classes.instructorId, instructorId), isNull(classes.archivedAt)), Date.now())
}

/** Puts the classes of an instructor who returns back into the catalogue. Locks their rows. */
export async function restoreTaughtBy(tx: Transaction, instructorId: string): Promise<void> {
  await setArchivedAt(tx, and(eq(classes.instructorId, instructorId), isNotNull(classes.archivedAt)), null)
}

async function setArchivedAt(tx: Transaction, filter: SQL | undefined, archivedAt: number | null): Promise<void> {
  const changed = await tx.update(classes).set({ archivedAt }).where(filter).returning({ id: classes.id })
  if (changed.length) changesCatalogue(tx)
}

async function write(tx: Transaction, id: string, values: PgUpdateSetSource<typeof classes>): Promise<void> {
  await tx.update(classes).set(values).where(eq(classes.id, id))
  changesCatalogue(tx)
}
