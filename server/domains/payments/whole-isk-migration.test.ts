import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { classes } from '#server/domains/classes/classes.table.ts'
import { runs } from '#server/domains/classes/runs/runs.table.ts'
import { enrolments } from '#server/domains/enrolments/enrolments.table.ts'
import { importRows } from '#server/domains/import/import.table.ts'
import { type Database, readRows } from '#server/platform/database/database.ts'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { attempts, payments } from './payments.table.ts'

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const [USER, CLASS, RUN, CART, IMPORT, GRANTED] = [id(1), id(2), id(3), id(4), id(5), id(9)]

interface Sale {
  /** The attempt, payment and intent. */
  number: number
  currency: string
  amount: number
  /** True if the sandbox took the money. Otherwise Stripe did. */
  inSandbox: boolean
}

/** Fills a database of the version before: a class of 4,999.50 with a run of 5,000.49, and sales at some amounts. */
async function fill(db: Database, currency: string | null, sales: Sale[]): Promise<void> {
  await db.execute(sql`update school set currency = ${currency}`)
  await db.execute(sql`insert into users (id, email, name, created_at) values (${USER}, 'a@example.test', 'Ada', 1)`)
  await db.execute(sql`insert into classes (id, instructor_id, name, image, list_price_minor, created_at)
    values (${CLASS}, ${USER}, 'Fog', '/fog', 499950, 1)`)
  await db.execute(sql`insert into runs (id, class_id, seats, offered, enroll, list_price_minor, created_at)
    values (${RUN}, ${CLASS}, 9, 9, 0, 500049, 1)`)
  await db.execute(sql`insert into imports (id, file_name, headers, created_by, created_at, updated_at)
    values (${IMPORT}, 'a.csv', '[]', ${USER}, 1, 1)`)
  await db.execute(sql`insert into import_rows (import_id, row, cells, data) values
    (${IMPORT}, 2, '[]', '{"priceMinor": 1200050, "name": "Fog"}'), (${IMPORT}, 3, '[]', '{"email": "a@example.test"}')`)
  await db.execute(sql`insert into enrolments (id, user_id, class_id, run_id, source, granted_by, reason, list_price_minor, created_at)
    values (${GRANTED}, ${USER}, ${CLASS}, ${RUN}, 'granted', ${USER}, '', 500049, 1)`)
  for (const sale of sales) await insertSale(db, sale)
}

async function insertSale(db: Database, { number, currency, amount, inSandbox }: Sale): Promise<void> {
  const row = id(number)
  await db.execute(sql`insert into payment_attempts (id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image,
    list_price_minor, amount_minor, currency, status, intent_id, held_since, held_until, created_at)
    values (${row}, ${USER}, ${CLASS}, ${RUN}, ${CART}, 'a@example.test', 'Ada', 'Fog', '/fog', ${amount}, ${amount}, ${currency},
    'settled', ${row}, 1, 1, ${number})`)
  await db.execute(sql`insert into payments (id, attempt_id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image,
    amount_paid_minor, currency, transaction_id, status, created_at) values (${row}, ${row}, ${USER}, ${CLASS}, ${RUN}, ${CART},
    'a@example.test', 'Ada', 'Fog', '/fog', ${amount}, ${currency}, ${row}, 'paid', 1)`)
  await db.execute(sql`insert into enrolments (id, user_id, class_id, run_id, source, payment_id, list_price_minor, created_at, ended_at,
    end_reason) values (${row}, ${USER}, ${CLASS}, ${RUN}, 'payment', ${row}, ${amount}, 1, 2, 'cancelled')`)
  if (!inSandbox) return
  await db.execute(sql`insert into card_sandbox.payment_intents (id, client_secret, amount, currency, status, metadata, created)
    values (${row}, 'secret', ${amount}, ${currency}, 'succeeded', '{}', 1)`)
  await db.execute(sql`insert into card_sandbox.charges (id, payment_intent, amount, amount_refunded, currency, status, card, metadata,
    created) values (${row}, ${row}, ${amount}, ${amount}, ${currency}, 'succeeded', '{}', '{}', 1)`)
  await db.execute(sql`insert into card_sandbox.refunds (id, charge, payment_intent, amount, currency, status, metadata, created)
    values (${row}, ${row}, ${row}, ${amount}, ${currency}, 'succeeded', '{}', 1)`)
}

async function readPrices(db: Database) {
  const [ofClass] = await db.select().from(classes)
  const [ofRun] = await db.select().from(runs)
  const staged = await db.select({ data: importRows.data }).from(importRows).orderBy(importRows.row)
  return [ofClass?.listPriceMinor, ofRun?.listPriceMinor, ...staged.map(({ data }) => data)]
}

const readEnrolled = async (db: Database) =>
  (await db.select().from(enrolments).orderBy(enrolments.id)).map(({ listPriceMinor }) => listPriceMinor)

const readPaid = async (db: Database) =>
  (await db.select().from(payments).orderBy(payments.id)).map(({ amountPaidMinor }) => amountPaidMinor)

const readSandbox = (db: Database) =>
  readRows<object>(
    db,
    sql`select i.amount::int as intent, c.amount::int as charge, c.amount_refunded::int as back, r.amount::int as refund
      from card_sandbox.payment_intents i join card_sandbox.charges c using (id) join card_sandbox.refunds r using (id) order by id`,
  )

const all = (amount: number) => ({ intent: amount, charge: amount, back: amount, refund: amount })

const WHOLE = [5000, 5000, { priceMinor: 12_001, name: 'Fog' }, { email: 'a@example.test' }]

describe('the upgrade of a school', { timeout: UPGRADE_TIMEOUT_MS }, () => {
  it('in ISK rounds its prices to whole ones, and keeps what was paid', async () => {
    const sales = [
      { number: 6, currency: 'isk', amount: 499_900, inSandbox: false },
      { number: 7, currency: 'isk', amount: 499_950, inSandbox: true },
      { number: 8, currency: 'eur', amount: 4_999, inSandbox: false },
    ]
    await upgradeFrom(
      39,
      (db) => fill(db, 'isk', sales),
      async (db) => {
        expect(await readPrices(db)).toEqual(WHOLE)
        expect(await readPaid(db)).toEqual([4_999, 5_000, 4_999])
        const frozen = await db.select().from(attempts).orderBy(attempts.id)
        expect(frozen.map(({ listPriceMinor, amountMinor }) => [listPriceMinor, amountMinor])).toEqual([
          [4_999, 4_999],
          [5_000, 5_000],
          [4_999, 4_999],
        ])
        expect(await readSandbox(db)).toEqual([all(500_000)])
        expect(await readEnrolled(db)).toEqual([4_999, 5_000, 4_999, 5_000])
      },
    )
  })

  it('finds ISK by its newest checkout where only its environment names the currency', async () => {
    const sales = [
      { number: 6, currency: 'eur', amount: 4_999, inSandbox: false },
      { number: 7, currency: 'isk', amount: 499_900, inSandbox: false },
    ]
    await upgradeFrom(
      39,
      (db) => fill(db, null, sales),
      async (db) => expect(await readPrices(db)).toEqual(WHOLE),
    )
  })

  it('in another currency leaves its prices as they are', async () => {
    await upgradeFrom(
      39,
      (db) => fill(db, 'eur', [{ number: 6, currency: 'isk', amount: 499_900, inSandbox: false }]),
      async (db) => {
        expect((await readPrices(db)).slice(0, 3)).toEqual([499_950, 500_049, { priceMinor: 1_200_050, name: 'Fog' }])
        expect(await readPaid(db)).toEqual([4_999])
        expect(await readEnrolled(db)).toEqual([4_999, 500_049])
      },
    )
  })

  it('in UGX records what Stripe took, a hundredth, and what the sandbox took, which was right', async () => {
    const sales = [
      { number: 6, currency: 'ugx', amount: 150_000, inSandbox: false },
      { number: 7, currency: 'ugx', amount: 150_050, inSandbox: true },
    ]
    await upgradeFrom(
      39,
      (db) => fill(db, 'ugx', sales),
      async (db) => {
        expect((await readPrices(db)).slice(0, 2)).toEqual([499_950, 500_049])
        expect(await readPaid(db)).toEqual([1_500, 150_050])
        expect(await readSandbox(db)).toEqual([all(15_005_000)])
      },
    )
  })
})
