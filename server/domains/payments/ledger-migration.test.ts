import { type SQL, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { type Database, readRows } from '#server/platform/database/database.ts'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { auditLedger } from './audit-ledger.ts'
import { auditRecords, type Findings } from './audit-records.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ADA, OLGA, CLASS, GONE, RUN, OTHER, GONE_RUN] = [id(1), id(2), id(3), id(4), id(5), id(6), id(7)]

interface Bought {
  classId?: string
  runId?: string
  /** The present run, where the student has moved. */
  movedTo?: string
  amount?: number
  paid?: number
  currency?: string
  status?: 'pending' | 'paid' | 'refunded'
  /** The reason of the enrolment's end; null while it is active, undefined where the payment bought none. */
  ended?: string | null | undefined
  isDisputed?: boolean
  /** Refunds, as the release before inserts them. */
  refunds?: [amount: number, reason: string, status?: 'queued' | 'done' | 'failed'][]
}

/** Inserts a settled checkout with its payment, enrolment and refunds, as the release before does. They have the same id. */
function buy(number: number, bought: Bought): SQL[] {
  const {
    classId = CLASS,
    runId = RUN,
    movedTo = runId,
    amount = 4999,
    paid = amount,
    currency = 'usd',
    status = 'paid',
  } = bought
  const row = id(number)
  const purchase = (run: string) =>
    sql`${ADA}, ${classId}, ${run}, ${row}, 'a@example.test', 'Ada', 'Fog', '/fog', ${currency}`
  const columns = sql`user_id, class_id, run_id, cart_id, email, name, class_name, class_image, currency`
  const endedAt = bought.ended ? 9 : null
  return [
    sql`insert into payment_attempts (id, ${columns}, list_price_minor, amount_minor, status, intent_id, held_since, held_until, created_at)
      values (${row}, ${purchase(runId)}, ${amount}, ${amount}, 'settled', ${row}, 1, 1, ${number})`,
    sql`insert into payments (id, attempt_id, ${columns}, amount_paid_minor, transaction_id, status, is_disputed, created_at)
      values (${row}, ${row}, ${purchase(movedTo)}, ${paid}, ${row}, ${status}, ${bought.isDisputed ?? false}, ${number})`,
    ...(bought.ended === undefined
      ? []
      : [
          sql`insert into enrolments (user_id, class_id, run_id, payment_id, list_price_minor, created_at, ended_at, end_reason)
            values (${ADA}, ${classId}, ${movedTo}, ${row}, ${amount}, 5, ${endedAt}, ${bought.ended})`,
        ]),
    ...(bought.refunds ?? []).map(
      ([minor, reason, refunded = 'done'], index) =>
        sql`insert into payment_refunds (id, payment_id, amount_minor, reason, status, created_at)
          values (${id(1000 + 10 * number + index)}, ${row}, ${minor}, ${reason}, ${refunded}, ${100 + number + index})`,
    ),
  ]
}

const insertRun = (run: string, classId: string, taken: number) =>
  sql`insert into runs (id, class_id, seats, enroll, offered, created_at) values (${run}, ${classId}, ${9 - taken}, ${taken}, 9, 1)`

const FILLED = [
  sql`insert into users (id, email, name, created_at) values (${ADA}, 'a@example.test', 'Ada', 1), (${OLGA}, 'o@example.test', 'Olga', 1)`,
  sql`insert into classes (id, instructor_id, name, image, list_price_minor, enroll, withdrawn_at, created_at)
    values (${CLASS}, ${OLGA}, 'Fog', '/fog', 4999, 2, null, 1), (${GONE}, ${OLGA}, 'Sea', '/sea', 4999, 1, 9, 1)`,
  insertRun(RUN, CLASS, 1),
  insertRun(OTHER, CLASS, 1),
  insertRun(GONE_RUN, GONE, 1),
  // An open checkout and a released one have bought nothing yet.
  sql`insert into payment_attempts (id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image, currency, list_price_minor,
    amount_minor, status, held_since, held_until, created_at) values (${id(21)}, ${OLGA}, ${CLASS}, ${RUN}, ${id(21)}, 'o@example.test',
    'Olga', 'Fog', '/fog', 'usd', 4999, 4999, 'released', 1, 1, 1)`,
  ...buy(22, {
    ended: null,
    refunds: [
      [1000, 'refunded'],
      [999, 'refunded', 'queued'],
      [500, 'refunded', 'failed'],
      [600, 'at_provider'],
    ],
  }),
  ...buy(23, { status: 'refunded', ended: 'cancelled', refunds: [[4999, 'cancelled']] }),
  ...buy(24, {
    status: 'refunded',
    ended: 'refunded',
    refunds: [
      [1, 'refunded'],
      [4998, 'refunded', 'queued'],
    ],
  }),
  ...buy(25, { movedTo: OTHER, ended: null, currency: 'kwd', amount: 15_000, refunds: [[1250, 'refunded']] }),
  ...buy(26, { classId: GONE, runId: GONE_RUN, ended: null, isDisputed: true }),
  ...buy(27, {
    classId: GONE,
    runId: GONE_RUN,
    status: 'refunded',
    ended: 'withdrawn',
    refunds: [[4999, 'withdrawn']],
  }),
  ...buy(28, { ended: 'cancelled', status: 'pending' }),
  ...buy(29, { status: 'refunded', paid: 5000, refunds: [[5000, 'amount_differs', 'queued']] }),
  ...buy(30, {
    status: 'refunded',
    currency: 'jpy',
    amount: 1,
    refunds: [
      [1, 'seat_gone', 'failed'],
      [1, 'refunded'],
    ],
  }),
  ...buy(31, { ended: 'cancelled', currency: 'ugx', amount: 150_049, paid: 1500 }),
]

/** Returns the sums of the accounts for each payment, and those of each refund, as text. */
async function readSums(db: Database): Promise<string[]> {
  const rows = await readRows<{ number: string; account: string; minor: string }>(
    db,
    sql`select ltrim(right(payment_id::text, 4), '0') as number, account, sum(amount_minor)::text as minor from entries
      group by 1, 2 order by 1, 2`,
  )
  const sums = new Map<string, string>()
  for (const { number, account, minor } of rows) sums.set(number, `${sums.get(number) ?? number} ${account} ${minor}`)
  return [...sums.values()]
}

async function audit(db: Database): Promise<Findings> {
  const findings: Findings = { discrepancies: [], inProgress: [] }
  await auditRecords(db, findings, Date.now())
  await auditLedger(db, findings)
  return findings
}

const QUEUED = [22, 24, 29].map((number) => ({ kind: 'payment', id: id(number), text: 'its refund is queued' }))

it('posts the payments and refunds of a school that sells already, and those of the release before', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    51,
    async (db) => {
      for (const statement of FILLED) await db.execute(statement)
    },
    async (db) => {
      const sums = [
        '22 card 4999 card_refunds -2599 seats -2400',
        '23 card 4999 card_refunds -4999 seats 0',
        '24 card 4999 card_refunds -4999 seats 0',
        '25 card 15000 card_refunds -1250 seats -13750',
        '26 card 4999 seats -4999',
        '27 card 4999 card_refunds -4999 seats 0',
        '28 card 4999 seats -4999',
        '29 card 5000 card_refunds -5000 receivable 0',
        '30 card 1 card_refunds -1 receivable 0',
        '31 card 1500 seats -1500',
      ]
      expect(await readSums(db)).toEqual(sums)
      const findings = await audit(db)
      expect(findings.discrepancies).toEqual([])
      expect(findings.inProgress).toEqual(expect.arrayContaining(QUEUED))
      expect(findings.inProgress).toHaveLength(QUEUED.length)
      // The release before runs on.
      for (const statement of buy(32, { ended: 'cancelled', refunds: [[2500, 'cancelled', 'queued']] }))
        await db.execute(statement)
      await db.execute(sql`update payments set status = 'refunded' where id = ${id(32)}`)
      await db.execute(sql`update payment_refunds set status = 'failed' where payment_id = ${id(29)}`)
      await db.execute(sql`update payments set status = 'paid' where id = ${id(29)}`)
      expect(await readSums(db)).toEqual([
        ...sums.slice(0, 7),
        '29 card 5000 card_refunds 0 receivable -5000',
        ...sums.slice(8),
        '32 card 4999 card_refunds -2500 seats -2499',
      ])
      expect((await audit(db)).discrepancies).toEqual([
        { kind: 'payment', id: id(29), text: 'its refund failed: null' },
      ])
    },
  )
})
