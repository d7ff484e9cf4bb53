import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { type MadeClass, makeClass } from '../../../demo/factories.ts'
import { openForThisFile, type TestApplication } from '../../../testing/application.ts'
import { breakRecords, readAudit } from '../../../testing/orders.ts'
import { beginPaying, buyAll, confirmCard, FAILING_REFUND_CARD, intentIn, VALID_CARD } from '../../../testing/paying.ts'
import { type Account, entries, POSTINGS } from './ledger.table.ts'
import { payments, refunds } from './payments.table.ts'

const application = openForThisFile()
let admin: Awaited<ReturnType<TestApplication['signedIn']>>
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

type Posting = Partial<Record<Account, number>>

/** Returns the postings of a payment in the order in which they were made, each as the sums of its accounts. */
async function readPostings(paymentId: string): Promise<Posting[]> {
  const rows = await application.services.db
    .select()
    .from(entries)
    .where(eq(entries.paymentId, paymentId))
    .orderBy(sql`${entries.refundId} is not null`, entries.createdAt, entries.refundId, entries.posting)
  const postings = new Map<string, Posting>()
  for (const { refundId, posting, account, amountMinor } of rows) {
    const key = `${refundId} ${posting}`
    postings.set(key, { ...postings.get(key), [account]: amountMinor })
  }
  return [...postings.values()]
}

/** Returns a posting of an amount, as the table of postings has it. */
function post(name: keyof typeof POSTINGS, minor: number): Posting {
  const signs = Object.entries(POSTINGS[name].signs) as [Account, 1 | -1][]
  return Object.fromEntries(signs.map(([account, sign]) => [account, sign * minor]))
}

/** Lets a student pay for a class of $49.99. `before` runs before the card is charged. */
async function makePayment(card = VALID_CARD, before?: (chosen: MadeClass) => Promise<unknown>) {
  const student = await application.signedIn('student')
  const chosen = await makeClass(application.services.db, { seats: 3 })
  const { clientSecret } = await beginPaying(student, chosen)
  await before?.(chosen)
  await confirmCard(student, clientSecret, card)
  const transactionId = intentIn(clientSecret)
  await student.call(api.recordPayment, { body: { transactionId } }).catch(() => {})
  const [payment] = await application.services.db
    .select()
    .from(payments)
    .where(eq(payments.transactionId, transactionId))
  const id = payment?.id ?? ''
  return {
    id,
    refund: (amount?: number) => admin.call(api.refundPayment, { params: { id }, body: amount ? { amount } : {} }),
    retry: () => admin.call(api.retryRefund, { params: { id } }),
    statuses: async () =>
      (await application.services.db.select().from(refunds).where(eq(refunds.paymentId, id))).map(
        ({ status }) => status,
      ),
    find: async () => {
      const { discrepancies } = await readAudit(application)
      return discrepancies.filter((finding) => finding.id === id).map(({ text }) => text)
    },
  }
}

/** Runs a statement that must fail, and returns the constraint or the message. */
async function refuse(statement: SQL): Promise<string> {
  const error = await application.services.db.execute(statement).then(
    () => null,
    (thrown: Error) => thrown.cause as { constraint?: string; message: string },
  )
  return error?.constraint ?? error?.message ?? 'done'
}

describe('the ledger', () => {
  it('has a posting for a payment and for each of its refunds', async () => {
    const { id, refund, find } = await makePayment()
    expect(await readPostings(id)).toEqual([post('sale', 4999)])
    await refund(10)
    await refund()
    const postings = [post('sale', 4999), post('refund', 1000), post('refund', 3999)]
    expect(await readPostings(id)).toEqual(postings)
    await application.runJobs()
    expect(await readPostings(id)).toEqual(postings)
    expect(await find()).toEqual([])
  })

  it('owes the money to its buyer that has bought nothing', async () => {
    const cancelRun = ({ runId }: MadeClass) =>
      application.services.db.execute(sql`update runs set canceled_at = 1 where id = ${runId}`)
    const { id, find } = await makePayment(VALID_CARD, cancelRun)
    expect(await readPostings(id)).toEqual([post('return', 4999), post('returnRefund', 4999)])
    expect(await find()).toEqual([])
  })

  it('takes a refund back that has failed, and posts it again when it is retried', async () => {
    const { id, refund, retry, statuses, find } = await makePayment(FAILING_REFUND_CARD)
    await refund(20)
    await application.runJobs()
    await expect.poll(statuses).toEqual(['failed'])
    const failed = [post('sale', 4999), post('refund', 2000), post('failure', 2000)]
    expect(await readPostings(id)).toEqual(failed)
    await retry()
    expect(await readPostings(id)).toEqual([...failed, post('refund', 2000)])
    expect(await find()).toEqual([])
  })

  it('posts what the release before writes, and the difference where a refund turns out smaller', async () => {
    const { id } = await makePayment()
    const { db } = application.services
    await db.execute(sql`insert into payment_refunds (payment_id, reason, created_at) values (${id}, 'refunded', 1)`)
    await db.execute(sql`update payment_refunds set amount_minor = 4000 where payment_id = ${id}`)
    expect(await readPostings(id)).toEqual([post('sale', 4999), post('refund', 4999), post('failure', 999)])
    const copied = sql`user_id, class_id, run_id, cart_id, email, name, class_name, class_image, currency`
    await db.execute(sql`insert into payment_attempts (${copied}, list_price_minor, amount_minor, status, intent_id, held_since, held_until,
        created_at) select ${copied}, 4999, 4999, 'settled', 'pi_before', 1, 1, 1 from payments where id = ${id}`)
    await db.execute(sql`insert into payments (attempt_id, ${copied}, amount_paid_minor, transaction_id, status, created_at)
        select id, ${copied}, amount_minor, 'pi_before', 'pending', 1 from payment_attempts where intent_id = 'pi_before'`)
    const [payment] = await db.select().from(payments).where(eq(payments.transactionId, 'pi_before'))
    expect(await readPostings(payment?.id ?? '')).toEqual([post('sale', 4999)])
  })
})

it('an order of two seats posts a line for each, and a refund at the provider with the sum of ours ends neither', async () => {
  const { db } = application.services
  const student = await application.signedIn('student')
  const chosen = [await makeClass(db), await makeClass(db, { listPriceMinor: 2000 })]
  const transactionId = await buyAll(student, chosen)
  const read = () => student.call(api.listPayments, { query: { email: student.user.email } })
  const ids = (await read()).toSorted((a, b) => b.price - a.price).map(({ _id }) => _id)
  const [dear = '', cheap = ''] = ids
  expect([await readPostings(dear), await readPostings(cheap)]).toEqual([[post('sale', 4999)], [post('sale', 2000)]])
  const lines = await db.select({ lineId: entries.lineId }).from(entries).where(inArray(entries.paymentId, ids))
  expect(new Set(lines.map(({ lineId }) => lineId)).size).toBe(3)
  await admin.call(api.refundPayment, { params: { id: dear }, body: { amount: 10 } })
  await application.sandbox?.stripe.refunds.create({ payment_intent: transactionId, amount: 1000 })
  await expect.poll(async () => (await read()).reduce((all, { refunded }) => all + refunded, 0)).toBeCloseTo(20)
  await application.runJobs()
  expect((await application.services.cards.getIntent(transactionId))?.refundedMinor).toBe(2000)
  expect((await read()).map(({ ended }) => ended)).toEqual([null, null])
  const { discrepancies } = await readAudit(application)
  expect(discrepancies.filter(({ id }) => ids.includes(id))).toEqual([])
})

describe('the database refuses', () => {
  const insert = (id: string, posting: number, ...amounts: [account: string, minor: number, currency?: string][]) =>
    sql`insert into entries (payment_id, posting, account, amount_minor, currency, created_at) values ${sql.join(
      amounts.map(([account, minor, of = 'usd']) => sql`(${id}, ${posting}, ${account}, ${minor}, ${of}, 1)`),
      sql`, `,
    )}`

  it('a posting that does not sum to 0 in one currency', async () => {
    const { id } = await makePayment()
    expect(await refuse(insert(id, 2, ['card', 1]))).toBe('entries_sum')
    expect(await refuse(insert(id, 2, ['card', 2], ['seats', -1]))).toBe('entries_sum')
    expect(await refuse(insert(id, 2, ['card', 1], ['seats', -1, 'eur']))).toBe('entries_sum')
    expect(await readPostings(id)).toEqual([post('sale', 4999)])
    await application.services.db.execute(insert(id, 2, ['card', 1], ['receivable', -1]))
    expect(await readPostings(id)).toHaveLength(2)
  })

  it('to post the same twice, and an account that it does not know', async () => {
    const { id } = await makePayment()
    expect(await refuse(insert(id, 1, ['card', 4999], ['receivable', -4999]))).toBe('entries_once')
    expect(await refuse(insert(id, 2, ['pocket', 1], ['card', -1]))).toBe('entries_account')
  })

  it('to change, to delete and to empty entries, and to change what was paid', async () => {
    const { id } = await makePayment()
    expect(await refuse(sql`update entries set amount_minor = 0 where payment_id = ${id}`)).toBe('entries_append_only')
    expect(await refuse(sql`delete from entries where payment_id = ${id}`)).toBe('entries_append_only')
    expect(await refuse(sql`truncate entries`)).toBe('entries_append_only')
    expect(await refuse(sql`delete from payments where id = ${id}`)).toMatch(/payment_id/)
    expect(await refuse(sql`update payments set amount_paid_minor = 1 where id = ${id}`)).toMatch(/never changes/)
    expect(await refuse(sql`update payments set currency = 'eur' where id = ${id}`)).toMatch(/never changes/)
    expect(await readPostings(id)).toEqual([post('sale', 4999)])
  })
})

describe('the audit finds', () => {
  const matches = (id: string) => sql`where payment_id = ${id}`
  it.each<[string, (id: string) => SQL, string]>([
    [
      'a payment that is not posted',
      (id) => sql`delete from entries ${matches(id)} and refund_id is null`,
      '$0.00 received',
    ],
    [
      'an amount that differs',
      (id) => sql`update entries set amount_minor = 5000 ${matches(id)} and account = 'card'`,
      '$50.00 received',
    ],
    [
      'a posting that does not sum to 0',
      (id) => sql`update entries set amount_minor = 0 ${matches(id)} and account = 'seats' and refund_id is null`,
      '$0.00 sold',
    ],
    [
      'lines that are not paid',
      (id) => sql`insert into entries (payment_id, posting, account, amount_minor, currency, created_at)
        values (${id}, 2, 'receivable', 100, 'usd', 1), (${id}, 2, 'seats', -100, 'usd', 1)`,
      '$50.99 sold, $1.00 due',
    ],
    [
      'a refund that is not posted',
      (id) => sql`delete from entries ${matches(id)} and refund_id is not null`,
      'its refund of $10.00 is queued; in the ledger $0.00',
    ],
    [
      'a posting of a refund that does not sum to 0',
      (id) => sql`update entries set amount_minor = 0 ${matches(id)} and account = 'seats' and refund_id is not null`,
      'its refund of $10.00 is queued; in the ledger $10.00',
    ],
    [
      'a refund that was paid out of another account',
      (id) =>
        sql`update entries set account = 'receivable' ${matches(id)} and account = 'seats' and refund_id is not null`,
      '$10.00 due',
    ],
  ])('%s', async (_, broken, expected) => {
    const { id, refund, find } = await makePayment()
    await refund(10)
    expect(await find()).toEqual([])
    await breakRecords(application, broken(id))
    expect((await find()).join('\n')).toContain(expected)
  })
})
