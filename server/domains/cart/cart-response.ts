/** Reads cart items with their classes and runs, and builds the contract's `CartItem` from them. */
import { and, eq, exists, getTableColumns, gt, type SQLWrapper, sql } from 'drizzle-orm'
import type { CartDate, CartItem, CartProblem } from '#contract/cart.ts'
import { toMajor } from '#contract/values/money.ts'
import { classes, isOnOffer } from '#server/domains/classes/classes.table.ts'
import { readStart } from '#server/domains/classes/runs/clock-times.ts'
import { byStart, isEnrollable, isOver, runSessions, runs } from '#server/domains/classes/runs/runs.table.ts'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import { selectCurrentEnrolment } from '#server/domains/enrolments/enrolments.table.ts'
import { attempts, isOpen } from '#server/domains/payments/payments.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { isTakeableBy, selectOfferedPrice } from '#server/domains/waiting/waiting.table.ts'
import { parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { prepare } from '#server/platform/database/prepared.ts'
import type { Context } from '#server/ports/context.ts'
import { cartItems } from './cart.table.ts'

type Ctx = Pick<Context, 'db' | 'actor' | 'currency'>

/** List price of a run, in minor units. */
const listPrice = sql<number>`coalesce(${runs.listPriceMinor}, ${classes.listPriceMinor})`.mapWith(Number)

/** The price of a cart item, in minor units: that of an offer to its student, who waited, or else of the run. */
export const itemPrice =
  sql<number>`coalesce(${selectOfferedPrice(cartItems.userId, cartItems.seats)}, ${listPrice})`.mapWith(Number)

/** Selects items with what a user has of their classes at a time. */
export function selectWithClass(db: Database, userId: string | SQLWrapper, now: number | SQLWrapper = Date.now()) {
  const isSameClass = and(eq(attempts.classId, cartItems.classId), eq(attempts.userId, cartItems.userId))
  const isHold = and(isSameClass, eq(attempts.cartId, cartItems.id), isOpen)
  // All seats of an item have one price.
  const held = db.select({ minor: attempts.listPriceMinor }).from(attempts).where(isHold).limit(1)
  return db
    .select({
      item: getTableColumns(cartItems),
      className: classes.name,
      classImage: classes.image,
      instructorName: users.name,
      run: getTableColumns(runs),
      sessions: db.$count(runSessions, eq(runSessions.runId, runs.id)),
      listPriceMinor: itemPrice,
      isTakeable: isTakeableBy(db, { userId, seats: cartItems.seats, now }),
      isOnOffer: sql<boolean>`coalesce(${isOnOffer}, false)`,
      isEnrolled: sql<boolean>`${exists(selectCurrentEnrolment(db, { userId, classId: cartItems.classId, now }))}`,
      /** The price at which the student holds a seat; null without a hold. */
      heldPriceMinor: sql<number | null>`(${held})`.mapWith(Number),
    })
    .from(cartItems)
    .innerJoin(classes, eq(classes.id, cartItems.classId))
    .innerJoin(runs, eq(runs.id, cartItems.runId))
    .innerJoin(users, eq(users.id, classes.instructorId))
}

/** Matches an item of the actor's. @throws AppError NOT_FOUND for an invalid id */
export function isOwnItem({ actor }: Pick<Ctx, 'actor'>, id: string) {
  return and(eq(cartItems.id, parseId(id)), eq(cartItems.userId, actor.id))
}

type Row = Awaited<ReturnType<typeof selectWithClass>>[number]

/** Builds cart items, with the other dates of their classes. */
export async function toItems(rows: Row[], ctx: Ctx): Promise<CartItem[]> {
  const items = rows.map((row) => toItem(row, ctx))
  const classIds = items.filter(hasOtherDates).map(({ classId }) => classId)
  const dates = classIds.length === 0 ? [] : await listDates(ctx, classIds)
  const byClass = Map.groupBy(dates, ({ classId }) => classId)
  return items.map((item) => {
    const others = (byClass.get(item.classId) ?? []).filter(
      ({ date, seats }) => date._id !== item.runId && seats >= item.seats,
    )
    return { ...item, dates: others.map(({ date }) => date) }
  })
}

function toItem(row: Row, { actor, currency }: Ctx): CartItem {
  const { item, run, sessions, className, classImage, instructorName, listPriceMinor, heldPriceMinor } = row
  return {
    _id: item.id,
    classId: item.classId,
    runId: run.id,
    className,
    classImage,
    instructorName,
    userEmail: actor.email,
    seats: item.seats,
    for_others: item.forOthers,
    price: toMajor(heldPriceMinor ?? listPriceMinor, currency),
    total: toMajor(item.seats * (heldPriceMinor ?? listPriceMinor), currency),
    ...readStart(run),
    sessions,
    place: run.placeName,
    online: run.isOnline,
    created_at: item.createdAt,
    problem: findProblem(row),
    selected_price: toMajor(item.listPriceMinor ?? listPriceMinor, currency),
    dates: [],
  }
}

/** A student who holds a seat may pay for it at its price and after the last moment to enroll, but not for a run that is over. */
function findProblem({
  item,
  run,
  isOnOffer,
  isEnrolled,
  isTakeable,
  heldPriceMinor,
  listPriceMinor,
}: Row): CartProblem | null {
  if (!isOnOffer) return 'unavailable'
  if (isEnrolled && !item.forOthers) return 'enrolled'
  if (run.canceledAt !== null) return 'canceled'
  if (isOver(run)) return 'over'
  const isHeld = heldPriceMinor !== null
  if (!Runs.canEnroll(run) && !isHeld) return 'closed'
  if (run.seats + run.returns < item.seats) return 'sold_out'
  if (isHeld) return null
  if (run.shownSeats < item.seats && !isTakeable) return 'sold_out'
  return listPriceMinor > (item.listPriceMinor ?? listPriceMinor) ? 'dearer' : null
}

function hasOtherDates({ problem, for_others }: CartItem): boolean {
  return !for_others && problem !== 'unavailable' && problem !== 'enrolled'
}

interface OtherDate {
  classId: string
  seats: number
  date: CartDate
}

const selectDates = prepare<{ classIds: string[]; now: number }>()((db, value) =>
  db
    .select({ run: getTableColumns(runs), listPriceMinor: listPrice })
    .from(runs)
    .innerJoin(classes, eq(classes.id, runs.classId))
    .where(and(sql`${runs.classId} = any(${value('classIds')})`, isEnrollable(value('now')), gt(runs.shownSeats, 0)))
    .orderBy(...byStart),
)

async function listDates({ db, currency }: Ctx, classIds: string[]): Promise<OtherDate[]> {
  const rows = await selectDates(db, { classIds, now: Date.now() })
  return rows.map(({ run, listPriceMinor }) => ({
    classId: run.classId,
    seats: run.shownSeats,
    date: { _id: run.id, ...readStart(run), price: toMajor(listPriceMinor, currency) },
  }))
}
