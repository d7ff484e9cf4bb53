import { beforeAll, describe, expect, it } from 'vitest'
import type { PaymentsQuery } from '#contract/admin-payments.ts'
import { api } from '#contract/api.ts'
import { makeClass, makeEnrolment, makeRun, makeUser } from '../../../demo/factories.ts'
import { openForThisFile, type TestApplication } from '../../../testing/application.ts'
import { catchCode } from '../../../testing/visitor.ts'

const application = openForThisFile()
let admin: Awaited<ReturnType<TestApplication['signedIn']>>
beforeAll(async () => {
  const { db } = application.services
  admin = await application.signedIn('admin')
  await admin.call(api.changeSchool, { body: { time_zone: 'America/New_York' } })
  const taught = await makeClass(db, { name: 'Fog', listPriceMinor: 5000 })
  const other = await makeClass(db, { name: 'Sea', listPriceMinor: 1234 })
  const buy = async (name: string, paid: typeof taught, at: string, currency = 'usd') =>
    makeEnrolment(db, await makeUser(db, 'student', { name }), paid, { at: Date.parse(at), currency })
  await buy('Ada', taught, '2026-03-01T04:59Z')
  await buy('Bo', taught, '2026-03-01T05:00Z')
  await buy('Cleo', other, '2026-03-09T03:59Z')
  await buy('Dan', taught, '2026-03-09T04:00Z', 'jpy')
  const { rows } = await admin.call.page(api.findPayments, { query: { q: 'Bo' } })
  await admin.call(api.refundPayment, { params: { id: rows[0]?._id ?? '' } })
  await application.runJobs()
})

const list = async (query: PaymentsQuery) => {
  const { rows, total } = await admin.call.page(api.findPayments, { query })
  expect(total).toBe(rows.length)
  return rows.map(({ name }) => name).reverse()
}

describe('the payments', () => {
  it('of a status are listed, with paging and search', async () => {
    expect(await list({})).toEqual(['Ada', 'Bo', 'Cleo', 'Dan'])
    expect(await list({ status: 'refunded' })).toEqual(['Bo'])
    expect(await list({ status: 'pending' })).toEqual([])
    expect(await list({ status: 'paid', q: 'fog' })).toEqual(['Ada', 'Dan'])
    const { rows, total } = await admin.call.page(api.findPayments, { query: { status: 'paid', rows: 1, page: 2 } })
    expect([rows.map(({ name }) => name), total]).toEqual([['Cleo'], 3])
  })

  it('of a period are those of its days in the school’s zone, the last one included, also where its clocks change', async () => {
    expect(await list({ from: '2026-03-01', to: '2026-03-08' })).toEqual(['Bo', 'Cleo'])
    expect(await list({ to: '2026-02-28' })).toEqual(['Ada'])
    expect(await list({ from: '2026-03-09' })).toEqual(['Dan'])
    expect(await list({ from: '2026-03-09', to: '2026-03-01' })).toEqual([])
  })

  it('are summed up by currency, whatever the page', async () => {
    const sum = (query: PaymentsQuery) => admin.call(api.sumPayments, { query })
    expect(await sum({ page: 7, rows: 1 })).toEqual([
      { currency: 'jpy', payments: 1, paid: 5000, refunded: 0, credited: 0 },
      { currency: 'usd', payments: 3, paid: 112.34, refunded: 50, credited: 0 },
    ])
    expect(await sum({ from: '2026-03-01', to: '2026-03-08', q: 'sea' })).toEqual([
      { currency: 'usd', payments: 1, paid: 12.34, refunded: 0, credited: 0 },
    ])
    expect(await sum({ status: 'refunded' })).toEqual([
      { currency: 'usd', payments: 1, paid: 50, refunded: 50, credited: 0 },
    ])
    expect(await sum({ to: '2020-01-01' })).toEqual([])
  })

  it('are exported with the same filters', async () => {
    const file = await admin.call(api.exportPayments, { query: { from: '2026-03-01', to: '2026-03-08' } })
    expect(file.trimEnd().split('\r\n')).toHaveLength(3)
    expect(file).toContain('"Cleo"')
    expect(await admin.call(api.exportPayments, { query: { status: 'refunded' } })).not.toContain('"Cleo"')
  })

  it.each(['from=yesterday', 'from=2026-02-30', 'to=0020-01-01', 'to=9999-12-31', 'status=gone', 'to=%00'])(
    'are refused for ?%s',
    async (query) => {
      for (const path of ['payments/all', 'payments/sums', 'payments.csv'])
        expect((await admin.request('GET', `/api/${path}?${query}`)).statusCode, path).toBe(400)
    },
  )

  it('are summed up for admins only', async () => {
    for (const role of ['student', 'instructor'] as const)
      expect(await catchCode((await application.signedIn(role)).call(api.sumPayments))).toBe('NOT_ALLOWED')
    expect((await application.visitor.request('GET', '/api/payments/sums')).statusCode).toBe(401)
  })
})

describe('payments.csv', () => {
  it('has when the class takes place, and what was refunded as a negative amount', async () => {
    const { db } = application.services
    const taught = await makeClass(db, { name: 'Dunes', listPriceMinor: 4000 })
    const run = await makeRun(db, taught.id, { timeZone: 'Europe/Oslo', startsAt: Date.UTC(2027, 4, 4, 16) })
    for (const name of ['Kay', 'Refunded'])
      await makeEnrolment(db, await makeUser(db, 'student', { name }), { ...taught, runId: run.id })
    const { rows } = await admin.call.page(api.findPayments, { query: { q: 'Refunded' } })
    await admin.call(api.refundPayment, { params: { id: rows[0]?._id ?? '' } })
    const lines = (await admin.call(api.exportPayments, { query: { q: 'dunes', sort: 'name' } }))
      .trimEnd()
      .split('\r\n')
    const toCells = (line = '') =>
      line
        .replace('\ufeff', '')
        .split(',')
        .map((cell) => cell.replaceAll('"', ''))
    const [header, ...cells] = lines.map(toCells)
    const read = (column: string) => cells.map((row) => row[header?.indexOf(column) ?? -1])
    expect(read('name')).toEqual(['Kay', 'Refunded'])
    expect(read('class_date')).toEqual(['2027-05-04T18:00', '2027-05-04T18:00'])
    expect(read('price')).toEqual(['40', '40'])
    expect(read('refund')).toEqual(['', '-40'])
    expect(read('refund_reason')).toEqual(['', 'refunded'])
  })
})
