import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeClass, makeEnrolment, makeUser } from '../../demo/factories.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import { codeOf } from '../../tests/visitor.ts'

let school: TestSchool
let admin: Awaited<ReturnType<TestSchool['signedIn']>>
beforeAll(async () => {
  school = await openTestSchool()
  const { db } = school.parts
  admin = await school.signedIn('admin', { name: 'Zoe', email: 'zoe@example.test', createdAt: 1 })
  const teacher = await makeUser(db, 'instructor', { name: 'Ingrid 100%', email: 'ingrid@example.test', createdAt: 2 })
  for (let n = 3; n <= 60; n++) {
    const email = `student-${String(n).padStart(2, '0')}@example.test`
    await makeUser(db, 'student', { name: n === 30 ? '=HYPERLINK("http://x")' : `Student ${n}`, email, createdAt: n })
  }
  for (const [n, status] of (['approve', 'pending', 'deny'] as const).entries())
    await makeClass(db, { instructorId: teacher.id, name: `Fog ${n}`, status, createdAt: n + 1, priceMinor: 5000 - n })
  const student = await makeUser(db, 'student', { name: '+1 Buyer', email: 'buyer@example.test', createdAt: 70 })
  await makeEnrolment(db, student, await makeClass(db, { instructorId: teacher.id, name: '@cmd', createdAt: 9 }), {
    at: 5_000,
  })
})
afterAll(() => school.close())

describe('a list read a page at a time', () => {
  it('answers 25 rows, newest first, and how many there are; without a page, all', async () => {
    const { rows, total } = await admin.call.page(api.listUsers, { query: { page: 1 } })
    expect([rows.length, total]).toEqual([25, 61])
    expect(rows.slice(0, 2).map(({ name }) => name)).toEqual(['+1 Buyer', 'Student 60'])
    expect(await admin.call(api.listUsers)).toHaveLength(61)
  })

  it('has every row on one page and no more, whatever it is ordered by', async () => {
    for (const sort of ['created_at', 'name', 'email', 'role'] as const) {
      const ids = new Set<string>()
      for (const page of [1, 2, 3])
        for (const { _id } of await admin.call(api.listUsers, { query: { sort, page } })) ids.add(_id)
      expect([sort, ids.size]).toEqual([sort, 61])
    }
    expect(await admin.call(api.listUsers, { query: { page: 4 } })).toEqual([])
  })

  it('is ordered as it is asked for, without regard to case', async () => {
    const names = async (order: 'asc' | 'desc') =>
      (await admin.call(api.listUsers, { query: { sort: 'name', order, page: 1, rows: 2 } })).map(({ name }) => name)
    expect(await names('desc')).toEqual(['Zoe', 'Student 9'])
    const prices = await admin.call(api.listAllClasses, { query: { q: 'fog', sort: 'price', page: 1 } })
    expect(prices.map(({ className }) => className)).toEqual(['Fog 2', 'Fog 1', 'Fog 0'])
  })

  it('finds words as they are, in any case', async () => {
    const found = async (q: string) =>
      (await admin.call.page(api.listUsers, { query: { q, page: 1 } })).rows.map(({ email }) => email)
    expect(await found('INGRID')).toEqual(['ingrid@example.test'])
    expect(await found('100%')).toEqual(['ingrid@example.test'])
    expect(await found('student-0_')).toEqual([])
    expect(await found("' or 1=1 --")).toEqual([])
  })

  it('of classes may be of one status, and counts those', async () => {
    const { rows, total } = await admin.call.page(api.listAllClasses, { query: { status: 'pending', page: 1 } })
    expect([rows.map(({ className }) => className), total]).toEqual([['Fog 1'], 1])
  })

  it.each([
    'page=0',
    'page=x',
    'rows=101',
    'sort=password',
    'order=up',
    'status=gone',
    `q=${'x'.repeat(201)}`,
    'q=%00',
  ])('refuses ?%s', async (query) => {
    expect((await admin.request('GET', `/api/classes?${query}`)).statusCode).toBe(400)
  })

  it('of payments has a first page though none is named', async () => {
    expect(await admin.call.page(api.findPayments)).toMatchObject({ rows: [{ name: '+1 Buyer' }], total: 1 })
  })
})

describe('a file for a spreadsheet', () => {
  const linesOf = (file: string) => file.trimEnd().split('\r\n')

  it('has all that fits, whatever page is looked at', async () => {
    const all = await admin.call(api.exportUsers, { query: { page: 2 } })
    expect(all.startsWith('\ufeffname,email,role,created_at,_id\r\n')).toBe(true)
    expect(linesOf(all)).toHaveLength(62)
    expect(linesOf(await admin.call(api.exportUsers, { query: { q: 'ingrid' } }))).toHaveLength(2)
    expect(linesOf(await admin.call(api.exportClasses, { query: { status: 'deny' } }))[1]).toMatch(
      /^Fog 2,Ingrid 100%,/,
    )
  })

  it('runs no formula: what looks like one begins with an apostrophe', async () => {
    const users = await admin.call(api.exportUsers)
    expect(users).toContain(`"'=HYPERLINK(""http://x"")"`)
    expect(users).toContain(`'+1 Buyer,buyer@example.test`)
    expect(await admin.call(api.exportClasses)).toContain(`'@cmd,`)
    expect(await admin.call(api.exportPayments)).toMatch(
      /1001,1970-01-01T00:00:05.000Z,'\+1 Buyer,buyer@example.test,'@cmd,49.99,usd,paid/,
    )
  })

  it('comes as a file, and for admins only', async () => {
    const { headers } = await admin.request('GET', '/api/users.csv')
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="users.csv"',
      'cache-control': 'no-store',
    })
    const teacher = await school.signedIn('instructor')
    for (const endpoint of [api.exportUsers, api.exportClasses, api.exportPayments])
      expect(await codeOf(teacher.call(endpoint))).toBe('NOT_ALLOWED')
  })
})
