/** The seats of a buyer: who takes part with each. Another person claims a further seat by its link; a child has one by name. */
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { LinkedSeat, OwnSeat } from '#contract/seats.ts'
import { readRunDates } from '#server/domains/calendar/run-dates.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { readStart } from '#server/domains/classes/runs/clock-times.ts'
import { isCurrent, isOver, runs, takesPlace } from '#server/domains/classes/runs/runs.table.ts'
import type { RunRow } from '#server/domains/classes/runs/runs.ts'
import { doesTakePlace, lockForSale } from '#server/domains/classes/runs/seats.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import { users } from '#server/domains/users/users.table.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError, orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { attempts, payments } from './payments.table.ts'
import { composeClaimedEmail, composeSubstituteEmail } from './seat-changes.emails.ts'
import type { SeatLinks } from './seat-links.ts'
import { emitPlace, type Named, replace } from './substitutes.ts'

/** Returns the seats that the actor has paid for: of dates that are not over, or of all. */
export async function list(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  links: SeatLinks,
  { withPast }: { withPast: boolean },
): Promise<OwnSeat[]> {
  const rows = await selectSeats(db)
    .where(and(eq(payments.userId, actor.id), withPast ? undefined : isCurrent()))
    .orderBy(...inOrder)
  return rows.map(({ enrolment, run, className, takesPlace: isHeld, bought, student }) => {
    const { id: _id, classId, runId, userId, guestName: guest } = enrolment
    const isOpen = isHeld && !hasBegun(run) && isClaimable(enrolment) && userId === actor.id
    const link = isOpen ? links.toUrl(enrolment) : null
    const shown = { seat: bought, link, guest, student: userId === actor.id ? null : student }
    return { _id, classId, runId, className, ...readStart(run), ...shown }
  })
}

const inOrder = [runs.startsAt, payments.createdAt, attempts.seat, enrolments.id]

function selectSeats(db: Database) {
  const run = getTableColumns(runs)
  return db
    .select({
      ...{ enrolment: enrolments, run, className: classes.name, bought: attempts.seat, student: users.name },
      takesPlace: sql<boolean>`${takesPlace}`,
    })
    .from(payments)
    .innerJoin(attempts, eq(attempts.id, payments.attemptId))
    .innerJoin(enrolments, and(eq(enrolments.paymentId, payments.id), isActive))
    .innerJoin(runs, eq(runs.id, enrolments.runId))
    .innerJoin(classes, eq(classes.id, enrolments.classId))
    .innerJoin(users, eq(users.id, enrolments.userId))
}

/** A further seat whose person is not known yet. */
function isClaimable({ seat, guestName }: Enrolments.EnrolmentRow): boolean {
  return seat > 1 && guestName === null
}

function hasBegun(run: RunRow): boolean {
  return isOver(run) || (run.startsAt !== null && run.startsAt <= Date.now())
}

/** Returns what a link offers. @throws AppError NOT_FOUND for a link that was used, withdrawn or never made, and where its date has begun or does not take place */
export async function describeLink({ db }: Pick<Context, 'db'>, links: SeatLinks, token: string): Promise<LinkedSeat> {
  const link = orNotFound(links.read(token))
  const [row] = await selectSeats(db).where(eq(enrolments.id, link.id))
  const { enrolment, run, className, takesPlace: isHeld, student: buyer } = orNotFound(row)
  const isOpen = isHeld && !hasBegun(run) && isClaimable(enrolment) && enrolment.linkNumber === link.linkNumber
  if (!isOpen) throw new AppError('NOT_FOUND')
  return { className, ...readStart(run), buyer }
}

/**
 * Gives the seat of a link to the actor, and returns the id of the enrolment: the same one again where they have claimed it.
 * @throws AppError NOT_FOUND for a link that was used, withdrawn or never made; RUN_CLOSED, EMAIL_NOT_CONFIRMED, ALREADY_ENROLLED, BEING_PAID
 */
export async function claim(ctx: Context, links: SeatLinks, token: string): Promise<string> {
  const link = orNotFound(links.read(token))
  const own = await find(ctx.db, link.id)
  return inTransaction(ctx, async (tx) => {
    const chosen = await lockForSale(tx, own.enrolment.runId)
    const { enrolment, buyerId } = await find(tx, link.id)
    const isOwn = enrolment.userId === ctx.actor.id && buyerId !== ctx.actor.id
    if (isOwn && enrolment.linkNumber === link.linkNumber) return enrolment.id
    const isSame = enrolment.linkNumber === link.linkNumber && enrolment.runId === chosen.run.id
    if (!isSame || !isClaimable(enrolment)) throw new AppError('NOT_FOUND')
    await take(ctx, tx, { chosen, enrolment })
    return enrolment.id
  })
}

/** Gives a further seat to the actor, and e-mails both people. */
async function take(ctx: Context, tx: Transaction, { chosen, enrolment }: Omit<Named, 'user'>): Promise<void> {
  if (!doesTakePlace(chosen) || hasBegun(chosen.run)) throw new AppError('RUN_CLOSED', BEGUN)
  if (!ctx.actor.emailConfirmed) throw new AppError('EMAIL_NOT_CONFIRMED')
  const user = await Users.readToEnroll(tx, ctx.actor.id)
  if (user.deletedAt !== null) throw new AppError('NOT_SIGNED_IN')
  if (await Enrolments.isEnrolled(tx, user.id, chosen.run)) throw new AppError('ALREADY_ENROLLED')
  await replace(tx, { chosen, enrolment, user })
  await emitPlace(ctx, tx, { chosen, enrolment, user })
  const buyer = await Users.read(tx, enrolment.userId)
  const described = {
    chosen,
    dates: await readRunDates(ctx, tx, chosen.run),
    former: buyer.name,
    substitute: user.name,
  }
  await ctx.mail.send(tx, composeSubstituteEmail(ctx, Users.toRecipient(user), described))
  if (buyer.deletedAt === null) await ctx.mail.send(tx, composeClaimedEmail(Users.toRecipient(buyer), described))
}

const BEGUN = 'This date has begun or does not take place, so the seat can no longer be taken or named.'

/** Withdraws the link of one of the actor's further seats. @throws AppError NOT_FOUND, also once it is claimed; RUN_CLOSED */
export async function withdrawLink(ctx: Context, id: string): Promise<number> {
  return change(ctx, id, async (tx, enrolment) => {
    if (!isClaimable(enrolment)) throw new AppError('NOT_FOUND')
    await Enrolments.nameGuest(tx, enrolment, null)
  })
}

/** Names who takes part with one of the actor's seats without an account. @throws AppError NOT_FOUND, also once it is claimed; RUN_CLOSED */
export async function nameGuest(ctx: Context, id: string, name: string | null): Promise<number> {
  return change(ctx, id, (tx, enrolment) => Enrolments.nameGuest(tx, enrolment, name))
}

/** Changes a seat that the actor has paid for and has not given away, under the lock of its class. */
async function change(
  ctx: Context,
  id: string,
  write: (tx: Transaction, enrolment: Enrolments.EnrolmentRow) => Promise<void>,
): Promise<number> {
  const { enrolment: own } = await find(ctx.db, parseId(id), ctx.actor.id)
  return inTransaction(ctx, async (tx) => {
    const chosen = await lockForSale(tx, own.runId)
    const { run } = chosen
    const { enrolment } = await find(tx, own.id, ctx.actor.id)
    if (enrolment.runId !== run.id) throw new AppError('NOT_FOUND')
    if (!doesTakePlace(chosen) || hasBegun(run)) throw new AppError('RUN_CLOSED', BEGUN)
    await write(tx, enrolment)
    return 1
  })
}

/** @param ownerId who must have bought it, and still have it @throws AppError NOT_FOUND */
async function find(db: Database, id: string, ownerId?: string) {
  const isOwn = ownerId === undefined ? sql`true` : and(eq(enrolments.userId, ownerId), eq(payments.userId, ownerId))
  const [row] = await db
    .select({ enrolment: enrolments, buyerId: payments.userId })
    .from(enrolments)
    .innerJoin(payments, eq(payments.id, enrolments.paymentId))
    .where(and(eq(enrolments.id, id), isActive, isOwn))
  return orNotFound(row)
}
