import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { WRONG_CODES } from '#contract/values/limits.ts'
import { deriveKey } from '#server/platform/secrets.ts'
import { makeClass } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { checkOutWithCode, completePaying } from '../../../testing/coupons.ts'
import { breakRecords, readAudit } from '../../../testing/orders.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'
import { makeVoucher } from '../../../testing/vouchers.ts'
import { VoucherCodes } from './voucher-codes.ts'
import { vouchers } from './vouchers.table.ts'

const application = openForThisFile()
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

const find = async (id: string) => (await admin.call(api.listVouchers)).find(({ _id }) => _id === id)

const audit = async (id: string) =>
  (await readAudit(application)).discrepancies.filter((finding) => finding.id === id).map(({ text }) => text)

const YEAR = new Date().getUTCFullYear()

async function spend(code: string): Promise<void> {
  const student = await application.signedIn('student', { emailConfirmed: true })
  const { id: classId } = await makeClass(application.services.db)
  const { insertedId: cartId } = await student.call(api.selectClass, { body: { classId } })
  await completePaying(student, await checkOutWithCode(student, [cartId], code))
}

describe('a voucher that an admin makes', () => {
  it('says its code once, of which only the hash and the last four are stored', async () => {
    const { id, code } = await makeVoucher(admin, 50)
    expect(code).toMatch(/^([2-9A-HJ-KM-NP-Z]{4}-){3}[2-9A-HJ-KM-NP-Z]{4}$/)
    const [row] = await application.services.db.select().from(vouchers).where(eq(vouchers.id, id))
    expect(JSON.stringify(row)).not.toContain(code.replaceAll('-', ''))
    expect(await find(id)).toMatchObject({
      ...{ last_four: code.slice(-4), amount: 50, balance: 50, reserved: 0, state: 'valid', buyer: null },
      ...{ last_day: `${YEAR + 3}-12-31`, reason: 'Raffle', uses: [] },
    })
    expect(await audit(id)).toEqual([])
    expect((await admin.call(api.listVouchers, { query: { q: code } })).map(({ _id }) => _id)).toContain(id)
    expect(await admin.call(api.listVouchers, { query: { q: 'none' } })).toEqual([])
  })

  it('is valid for the years that the school sets, of those made from then on', async () => {
    const { id: earlier } = await makeVoucher(admin, 50)
    const update = (voucher_years: number) => admin.call(api.changeSchool, { body: { voucher_years } })
    try {
      await update(5)
      const { id } = await makeVoucher(admin, 50)
      expect((await find(id))?.last_day).toBe(`${YEAR + 5}-12-31`)
      expect((await find(earlier))?.last_day).toBe(`${YEAR + 3}-12-31`)
      for (const years of [0, 31, 1.5]) expect(await catchCode(update(years))).toBe('INVALID_INPUT')
    } finally {
      await update(3)
    }
  })

  it('is worth an amount that a card can pay, and has a reason', async () => {
    for (const amount of [0, 0.01, 0.001, 1e9, Number.MAX_VALUE])
      expect(await catchCode(makeVoucher(admin, amount))).toBe('INVALID_INPUT')
    expect(await catchCode(admin.call(api.makeVoucher, { body: { amount: 5, reason: ' ' } }))).toBe('INVALID_INPUT')
  })

  it('is made, changed, ended and seen by admins only', async () => {
    const { id: voucherId } = await makeVoucher(admin, 20)
    const params = { id: voucherId }
    for (const role of ['student', 'instructor'] as const) {
      const other = await application.signedIn(role)
      const body = { amount: 5, reason: 'x' }
      expect(await catchCode(other.call(api.makeVoucher, { body }))).toBe('NOT_ALLOWED')
      expect(await catchCode(other.call(api.voidVoucher, { params, body }))).toBe('NOT_ALLOWED')
      const change = other.call(api.changeVoucher, { params, body: { last_day: `${YEAR + 9}-01-01` } })
      expect(await catchCode(change)).toBe('NOT_ALLOWED')
      expect(await other.call(api.listVouchers)).toEqual([])
    }
    const earlier = await application.signedIn('admin', { signedInAt: Date.now() - 86_400_000 })
    expect(await catchCode(makeVoucher(earlier, 5))).toBe('REAUTH_REQUIRED')
  })

  it('is extended by an admin, and not into the past', async () => {
    const { id } = await makeVoucher(admin, 20)
    const change = (last_day: string) => admin.call(api.changeVoucher, { params: { id }, body: { last_day } })
    expect(await change(`${YEAR + 9}-06-30`)).toEqual({ modifiedCount: 1 })
    expect(await change(`${YEAR + 9}-06-30`)).toEqual({ modifiedCount: 0 })
    expect((await find(id))?.last_day).toBe(`${YEAR + 9}-06-30`)
    expect(await catchCode(change('2001-01-01'))).toBe('INVALID_INPUT')
  })

  it('is ended with a reason while nothing of it is spent, once, and logged', async () => {
    const { id, code } = await makeVoucher(admin, 60)
    const end = (params: { id: string }) => admin.call(api.voidVoucher, { params, body: { reason: 'Lost' } })
    expect(await end({ id })).toEqual({ modifiedCount: 1 })
    expect(await end({ id })).toEqual({ modifiedCount: 0 })
    expect(await find(id)).toMatchObject({ state: 'voided', balance: 0, void_reason: 'Lost' })
    expect(await catchError(spend(code))).toMatchObject({ code: 'CODE_INVALID', message: 'This voucher is not valid.' })
    expect(await audit(id)).toEqual([])
    const logged = (await admin.call(api.listActivity)).filter(({ subjectId }) => subjectId === id)
    expect(logged.map(({ deed, words }) => [deed, words])).toEqual([
      ['voucher_voided', 'Lost'],
      ['voucher_added', '$60.00: Raffle'],
    ])
    const spent = await makeVoucher(admin, 60)
    await spend(spent.code)
    expect(await catchCode(end({ id: spent.id }))).toBe('VOUCHER_USED')
  })

  it('whose rest differs from the ledger is found by the audit, and its amount never changes', async () => {
    const { id } = await makeVoucher(admin, 20)
    const { db } = application.services
    await expect(db.update(vouchers).set({ amountMinor: 9000 }).where(eq(vouchers.id, id))).rejects.toThrow()
    await breakRecords(application, sql`update vouchers set amount_minor = 9000 where id = ${id}`)
    expect(await audit(id)).toEqual(['$90.00 left; in the ledger $20.00'])
    await breakRecords(application, sql`update vouchers set amount_minor = 2000 where id = ${id}`)
  })
})

describe('the balance of a voucher', () => {
  it('is given to who has the code, whatever its case, spaces and hyphens', async () => {
    const { code } = await makeVoucher(admin, 50)
    const student = await application.signedIn('student')
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `
    const answer = await student.call(api.readVoucherBalance, { body: { code: typed } })
    expect(answer.balance).toBe(50)
    expect(new Date(answer.expires_at).getUTCFullYear()).toBeGreaterThanOrEqual(YEAR + 3)
    expect(await catchCode(application.visitor.call(api.readVoucherBalance, { body: { code } }))).toBe('NOT_SIGNED_IN')
  })

  it('is refused after too many wrong codes, which count together with those of checkouts', async () => {
    const { code } = await makeVoucher(admin, 50)
    const student = await application.signedIn('student')
    const { id: classId } = await makeClass(application.services.db)
    const { insertedId: cartId } = await student.call(api.selectClass, { body: { classId } })
    for (let wrong = 1; wrong < WRONG_CODES.max; wrong++)
      expect(await catchCode(student.call(api.readVoucherBalance, { body: { code: `no ${wrong}` } }))).toBe('NOT_FOUND')
    const preview = { cartIds: [cartId], code: 'ABCD-EFGH-JKMN-PQRS' }
    expect(await catchCode(student.call(api.previewCheckout, { body: preview }))).toBe('CODE_INVALID')
    expect(await catchCode(student.call(api.readVoucherBalance, { body: { code } }))).toBe('TOO_MANY_REQUESTS')
  })
})

describe('the codes of vouchers', () => {
  it('are derived from the secret, use each character alike, and are none of another secret', () => {
    const codes = new VoucherCodes(deriveKey('test', 'a'.repeat(32)))
    const others = new VoucherCodes(deriveKey('test', 'b'.repeat(32)))
    const counts = new Map<string, number>()
    for (let index = 0; index < 2_000; index++)
      for (const character of codes.derive(`${index}`).replaceAll('-', ''))
        counts.set(character, (counts.get(character) ?? 0) + 1)
    expect(counts.size).toBe(31)
    const average = (2_000 * 16) / 31
    expect(Math.max(...counts.values())).toBeLessThan(average * 1.2)
    expect(codes.derive('1')).toBe(codes.derive('1'))
    expect(others.derive('1')).not.toBe(codes.derive('1'))
    expect(codes.read({ id: '1', codeHash: 'other' })).toBeNull()
  })
})
