/** Reads cart items with their classes and runs, and builds the contract's `CartItem` from them. */
import { eq, sql } from 'drizzle-orm'
import type { CartItem } from '#contract/cart.ts'
import { toMajor } from '#contract/values/money.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { runs } from '#server/domains/runs/runs.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import type { Context } from '#server/ports/context.ts'
import { cartItems } from './cart.table.ts'

type Ctx = Pick<Context, 'db' | 'actor' | 'currency'>

export function selectWithClass({ db }: Ctx) {
  return db
    .select()
    .from(cartItems)
    .innerJoin(classes, eq(classes.id, cartItems.classId))
    .innerJoin(runs, eq(runs.id, cartItems.runId))
    .innerJoin(users, eq(users.id, classes.instructorId))
}

/** What a run costs, in the minor unit. */
export const listPrice = sql`coalesce(${runs.listPriceMinor}, ${classes.listPriceMinor})`

type Row = {
  cart_items: typeof cartItems.$inferSelect
  classes: typeof classes.$inferSelect
  runs: typeof runs.$inferSelect
  /** The instructor of the class. */
  users: Pick<typeof users.$inferSelect, 'name'>
}

export function toItem(row: Row, { actor, currency }: Ctx): CartItem {
  const { cart_items: item, classes: chosen, runs: run, users: instructor } = row
  return {
    _id: item.id,
    classId: chosen.id,
    runId: run.id,
    className: chosen.name,
    classImage: chosen.image,
    instructorName: instructor.name,
    userEmail: actor.email,
    price: toMajor(run.listPriceMinor ?? chosen.listPriceMinor, currency),
    starts_at: run.startsAt,
    time_zone: run.timeZone,
    created_at: item.createdAt,
  }
}
