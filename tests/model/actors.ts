/** Actors in orders as fast-check commands, and the comparison of the application with the model after each. */
import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { makeClass, makeRun } from '../../demo/factories.ts'
import { cartItems } from '../../server/domains/cart/cart.table.ts'
import { runs } from '../../server/domains/classes/runs/runs.table.ts'
import { enrolments, isActive } from '../../server/domains/enrolments/enrolments.table.ts'
import { attempts } from '../../server/domains/payments/payments.table.ts'
import type { TestApplication } from '../../testing/application.ts'
import type { FakeStripe } from '../../testing/fake-stripe.ts'
import { dispute, winDispute } from './disputes.ts'
import { at, countHeld, key, listKeys, type Model, type Order } from './model.ts'
import { editSeats, move } from './runs.ts'
import {
  begin,
  cancel,
  charge,
  cheat,
  type Do,
  deleteClass,
  deleteUser,
  editPrice,
  PRICES,
  proceed,
  promote,
  type Real,
  reconcileAll,
  record,
  refund,
  release,
  runJobs,
  select,
  unselect,
  withdraw,
} from './verbs.ts'

const SEATS = [1, 2]
/** The seats of the second run of each class. */
const SEATS_ELSEWHERE = 1

/** Creates three students and two classes, of one seat and of two, in an application that the caller opened. */
export async function setUp(application: TestApplication, provider: FakeStripe): Promise<{ model: Model; real: Real }> {
  const people = await Promise.all([1, 2, 3].map(() => application.signedIn('student')))
  const instructor = await application.signedIn('instructor')
  const course = { instructorId: instructor.user.id, listPriceMinor: PRICES[0] ?? 0 }
  const rows = await Promise.all(SEATS.map((seats) => makeClass(application.services.db, { ...course, seats })))
  const others = await Promise.all(
    rows.map(({ id }) => makeRun(application.services.db, id, { seats: SEATS_ELSEWHERE })),
  )
  const admin = await application.signedIn('admin')
  const otherRuns = others.map(({ id }) => id)
  const real = { application, provider, admin, instructor, people, classes: rows, otherRuns }
  const model = {
    classes: SEATS.map((free) => ({
      free,
      freeElsewhere: SEATS_ELSEWHERE,
      price: PRICES[0] ?? 0,
      withdrawn: false,
      deleted: false,
    })),
    people: people.map(() => ({ exists: true, isStudent: true })),
    carts: new Map<string, string>(),
    open: new Map<string, Order>(),
    enrolled: new Set<string>(),
    moved: new Set<string>(),
    disputed: new Map<string, string>(),
  }
  return { model, real }
}

const VERBS: [weight: number, name: string, verb: Do][] = [
  [30, 'proceed', proceed],
  [4, 'select', select],
  [6, 'begin', begin],
  [6, 'charge', charge],
  [3, 'dispute', dispute],
  [2, 'winDispute', winDispute],
  [5, 'record', record],
  [4, 'unselect', unselect],
  [3, 'release', release],
  [1, 'cheat', cheat],
  [4, 'move', move],
  [2, 'cancel', cancel],
  [2, 'refund', refund],
  [2, 'withdraw', withdraw],
  [2, 'editPrice', editPrice],
  [3, 'editSeats', editSeats],
  [1, 'deleteClass', deleteClass],
  [1, 'promote', promote],
  [3, 'deleteUser', deleteUser],
  [4, 'reconcileAll', reconcileAll],
  [2, 'runJobs', runJobs],
]

/** Generates any sequence of the verbs. After each verb, seats, holds, carts and enrolments must match the model. */
export function anySequence(maxCommands: number) {
  const step = fc
    .tuple(fc.nat({ max: SEATS.length - 1 }), fc.nat({ max: 2 }))
    .chain(([c, p]) =>
      fc.oneof(...VERBS.map(([weight, name, verb]) => ({ weight, arbitrary: fc.constant(command(name, verb, p, c)) }))),
    )
  return fc.commands([step], { maxCommands, size: 'max' })
}

function command(name: string, verb: Do, p: number, c: number): fc.AsyncCommand<Model, Real> {
  return {
    check: () => true,
    async run(m, r) {
      await verb(m, r, p, c)
      await compare(m, r)
    },
    toString: () => `${name}(${p}, ${c})`,
  }
}

async function compare(m: Model, { application, classes: course, people }: Real): Promise<void> {
  const { db } = application.services
  for (const [c, { id, runId }] of course.entries()) {
    const rowsOfRuns = await db.select().from(runs).where(eq(runs.classId, id))
    const row = rowsOfRuns.find((run) => run.id === runId)
    const other = rowsOfRuns.find((run) => run.id !== runId)
    const isInClass = and(eq(enrolments.classId, id), isActive)
    const rows = await db.select().from(enrolments).where(isInClass)
    const enrolled = rows
      .map(({ userId }) =>
        key(
          people.findIndex(({ user }) => user.id === userId),
          c,
        ),
      )
      .sort()
    const held = await db
      .select()
      .from(attempts)
      .where(sql`${attempts.classId} = ${id} and ${attempts.status} = 'open'`)
    const carts = await db.select().from(cartItems).where(eq(cartItems.classId, id))
    const expected = [...m.enrolled].filter((pair) => pair.endsWith(` ${c}`)).sort()
    const seats = [row?.seats, other?.seats]
    const enroll = (row?.enroll ?? 0) + (other?.enroll ?? 0)
    expect({ seats, enroll, enrolled, held: held.length, carts: carts.length }).toEqual({
      seats: [at(m.classes, c).free, at(m.classes, c).freeElsewhere],
      enroll: expected.length,
      enrolled: expected,
      held: countHeld(m, c),
      carts: listKeys(m.carts).filter((pair) => pair.endsWith(` ${c}`)).length,
    })
  }
}

/** Ends every dispute, lets every hold expire and runs every job. */
export async function comeToRest(m: Model, r: Real): Promise<void> {
  for (const pair of listKeys(m.disputed)) {
    const [p = 0, c = 0] = pair.split(' ').map(Number)
    await winDispute(m, r, p, c)
  }
  await reconcileAll(m, r, 0, 0)
  await runJobs(m, r, 0, 0)
  await compare(m, r)
}
