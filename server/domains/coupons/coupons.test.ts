import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { CouponChange, NewCoupon } from '#contract/coupons.ts'
import { normalizeCode } from '#contract/values/normalize-code.ts'
import { makeClass } from '../../../demo/factories.ts'
import { openForThisFile, openForThisTest } from '../../../testing/application.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'

const application = openForThisFile()
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

let codes = 0
const newCode = () => `TEST ${codes++}`
const add = async (fields: Partial<NewCoupon> = {}) => {
  const body = { code: newCode(), kind: 'percent', value: 10, ...fields } as NewCoupon
  return (await admin.call(api.addCoupon, { body })).insertedId
}
const change = (id: string, body: CouponChange, ifMatch?: number) =>
  admin.call(api.changeCoupon, { params: { id }, body }, { ifMatch })
const read = async (id: string) => (await admin.call(api.listCoupons)).find(({ _id }) => _id === id)

describe('a coupon', () => {
  it('has a code, a kind and a value, or all fields', async () => {
    const code = newCode()
    expect(await read(await add({ code }))).toEqual({
      ...{ _id: expect.any(String), code, kind: 'percent', value: 10, max_uses: null, per_person: null },
      ...{ classes: null, from: null, until: null, uses: 0, version: 1 },
    })
    const { id } = await makeClass(application.services.db)
    const all = { kind: 'amount' as const, value: 12.5, max_uses: 3, per_person: 1, classes: [id] }
    const fields = { ...all, from: '2026-12-01', until: '2026-12-01' }
    expect(await read(await add(fields))).toMatchObject(fields)
    expect(await read(await add({ value: 33.33 }))).toMatchObject({ value: 33.33 })
    expect(await read(await add({ value: 100 }))).toMatchObject({ value: 100 })
  })

  it('takes an amount off that a card pays, so that it takes off what it says', async () => {
    const { signedIn } = await openForThisTest({ CURRENCY: 'kwd' })
    const boss = await signedIn('admin')
    const addAmount = (value: number) => {
      const body = { code: newCode(), kind: 'amount', value } as NewCoupon
      return boss.call(api.addCoupon, { body })
    }
    expect(await catchCode(addAmount(1.005))).toBe('INVALID_INPUT')
    await addAmount(1.01)
    expect(await boss.call(api.listCoupons)).toMatchObject([{ value: 1.01 }])
  })

  it('is changed field by field, from the version that was read only, and deleted', async () => {
    const id = await add({ max_uses: 3 })
    expect(await change(id, { max_uses: null, value: 20 }, 1)).toEqual({ modifiedCount: 1 })
    expect(await change(id, { value: 20 })).toEqual({ modifiedCount: 0 })
    expect(await catchCode(change(id, { value: 30 }, 1))).toBe('CHANGED_MEANWHILE')
    expect(await read(id)).toMatchObject({ max_uses: null, value: 20, version: 2 })
    expect(await admin.call(api.deleteCoupon, { params: { id } })).toEqual({ deletedCount: 1 })
    expect(await read(id)).toBeUndefined()
    expect(await catchCode(change(id, { value: 5 }))).toBe('NOT_FOUND')
    expect(await catchCode(admin.call(api.deleteCoupon, { params: { id } }))).toBe('NOT_FOUND')
    const entries = (await admin.call(api.listActivity)).filter(({ subjectId }) => subjectId === id)
    expect(entries.map(({ deed }) => deed)).toEqual(['coupon_deleted', 'coupon_changed', 'coupon_added'])
  })

  it('has a code of its own, whatever its case, spaces and hyphens, until it is deleted', async () => {
    const id = await add({ code: 'Early-Bird 9' })
    expect(await catchCode(add({ code: ' earlyBIRD–9 ' }))).toBe('CODE_TAKEN')
    const other = await add()
    expect(await catchCode(change(other, { code: 'EARLY BIRD9' }))).toBe('CODE_TAKEN')
    expect(await change(id, { code: 'early bird 9' })).toEqual({ modifiedCount: 1 })
    await admin.call(api.deleteCoupon, { params: { id } })
    expect(await change(other, { code: 'EARLY BIRD9' })).toEqual({ modifiedCount: 1 })
    const twice = await Promise.allSettled([add({ code: 'TWIN' }), add({ code: 'twin' })])
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it.each([
    [{ code: 'a' }, 'code'],
    [{ code: '--' }, 'code'],
    [{ code: 'A_B!' }, 'code'],
    [{ code: 'x'.repeat(101) }, 'code'],
    [{ value: 0 }, 'value'],
    [{ value: -1 }, 'value'],
    [{ value: 100.01 }, 'value'],
    [{ value: 33.333 }, 'value'],
    [{ kind: 'amount', value: 1.234 }, 'value'],
    [{ max_uses: 0 }, 'max_uses'],
    [{ per_person: 1.5 }, 'per_person'],
    [{ classes: [] }, 'classes'],
    [{ classes: [randomUUID()] }, 'classes'],
    [{ classes: ['nonsense'] }, 'classes'],
    [{ from: '2026-02-30' }, 'from'],
    [{ from: '2026-12-02', until: '2026-12-01' }, 'until'],
  ] as const)('is refused with %j', async (fields, field) => {
    expect(await catchError(add(fields as Partial<NewCoupon>))).toMatchObject({
      ...{ code: 'INVALID_INPUT', message: expect.stringContaining(field) },
    })
  })

  it('is for admins only', async () => {
    const params = { id: await add() }
    for (const role of ['student', 'instructor'] as const) {
      const user = await application.signedIn(role)
      const calls = [
        () => user.call(api.listCoupons),
        () => user.call(api.addCoupon, { body: { code: newCode(), kind: 'percent', value: 1 } as NewCoupon }),
        () => user.call(api.changeCoupon, { params, body: { value: 1 } }),
        () => user.call(api.deleteCoupon, { params }),
      ]
      for (const call of calls) expect(await catchCode(call())).toBe('NOT_ALLOWED')
    }
    expect(await catchCode(application.visitor.call(api.listCoupons))).toBe('NOT_SIGNED_IN')
  })
})

it.each(['SPRING10', 'spring 10', 'Spring-10', ' s p r i n g—1 0', 'ＳＰＲＩＮＧ１０', 'spring\u00ad10'])(
  'the code %j is SPRING10',
  (typed) => {
    expect(normalizeCode(typed)).toBe('SPRING10')
  },
)
