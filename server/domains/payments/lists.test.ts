import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { runSessions, runs } from '#server/domains/classes/runs/runs.table.ts'
import { makeClass, makeEnrolment, makeRun, makeUser } from '../../../demo/factories.ts'
import { openForThisFile, type TestApplication } from '../../../testing/application.ts'
import { catchCode } from '../../../testing/visitor.ts'

const application = openForThisFile()
let admin: Awaited<ReturnType<TestApplication['signedIn']>>
beforeAll(async () => {
  const { db } = application.services
  admin = await application.signedIn('admin', { name: 'Zoe', email: 'zoe@example.test', createdAt: 1 })
  const teacher = await makeUser(db, 'instructor', { name: 'Ingrid 100%', email: 'ingrid@example.test', createdAt: 2 })
  for (let n = 3; n <= 60; n++) {
    const email = `student-${String(n).padStart(2, '0')}@example.test`
    await makeUser(db, 'student', { name: n === 30 ? '=HYPERLINK("http://x")' : `Student ${n}`, email, createdAt: n })
  }
  for (const [n, status] of (['approve', 'pending', 'deny'] as const).entries())
    await makeClass(db, {
      instructorId: teacher.id,
      name: `Fog ${n}`,
      status,
      createdAt: n + 1,
      listPriceMinor: 5000 - n,
    })
  const student = await makeUser(db, 'student', { name: '+1 Buyer', email: 'buyer@example.test', createdAt: 70 })
  await makeEnrolment(db, student, await makeClass(db, { instructorId: teacher.id, name: '@cmd', createdAt: 9 }), {
    at: 5_000,
  })
})

describe('a paginated list', () => {
  it('returns 25 rows, newest first, and the total; without a page, it returns all rows', async () => {
    const { rows, total } = await admin.call.page(api.listUsers, { query: { page: 1 } })
    expect([rows.length, total]).toEqual([25, 61])
    expect(rows.slice(0, 2).map(({ name }) => name)).toEqual(['+1 Buyer', 'Student 60'])
    expect(await admin.call(api.listUsers)).toHaveLength(61)
  })

  it('shows every row on exactly one page in every order', async () => {
    for (const sort of ['created_at', 'name', 'email', 'role'] as const) {
      const ids: string[] = []
      for (const page of [1, 2, 3])
        ids.push(...(await admin.call(api.listUsers, { query: { sort, page } })).map(({ _id }) => _id))
      expect([sort, ids.length, new Set(ids).size]).toEqual([sort, 61, 61])
    }
    expect(await admin.call(api.listUsers, { query: { page: 4 } })).toEqual([])
  })

  it('follows the requested order and ignores case', async () => {
    const names = async (order: 'asc' | 'desc') =>
      (await admin.call(api.listUsers, { query: { sort: 'name', order, page: 1, rows: 2 } })).map(({ name }) => name)
    expect(await names('desc')).toEqual(['Zoe', 'Student 9'])
    const prices = await admin.call(api.listAllClasses, { query: { q: 'fog', sort: 'price', page: 1 } })
    expect(prices.map(({ className }) => className)).toEqual(['Fog 2', 'Fog 1', 'Fog 0'])
  })

  it('searches for literal text and ignores case', async () => {
    const search = async (q: string) =>
      (await admin.call.page(api.listUsers, { query: { q, page: 1 } })).rows.map(({ email }) => email)
    expect(await search('INGRID')).toEqual(['ingrid@example.test'])
    expect(await search('100%')).toEqual(['ingrid@example.test'])
    expect(await search('student-0_')).toEqual([])
    expect(await search("' or 1=1 --")).toEqual([])
  })

  it('of classes can be filtered by status, and counts the matches', async () => {
    const { rows, total } = await admin.call.page(api.listAllClasses, { query: { status: 'pending', page: 1 } })
    expect([rows.map(({ className }) => className), total]).toEqual([['Fog 1'], 1])
  })

  it('of classes finds the places of dates that are not canceled, beside the names', async () => {
    const { db } = application.services
    const [teacher] = await admin.call(api.listUsers, { query: { q: 'ingrid' } })
    const fog = await makeClass(db, { name: 'Fog at Sea', createdAt: 1, instructorId: teacher?._id ?? '' })
    await makeRun(db, fog.id, { placeName: 'Båthuset', placeAddress: 'Quay 7' })
    await makeRun(db, fog.id, { placeName: 'Old Mill', canceledAt: 1 })
    const search = async (q: string) =>
      (await admin.call.page(api.listAllClasses, { query: { q, page: 1 } })).rows.map(({ className }) => className)
    for (const q of ['bathuset', 'quay 7', 'fog quay']) expect(await search(q), q).toEqual(['Fog at Sea'])
    expect(await search('old mill')).toEqual([])
    const { total } = await admin.call.page(api.listAllClasses, { query: { q: 'båthuset', page: 1 } })
    expect(total).toBe(1)
    expect(await admin.call(api.exportClasses, { query: { q: 'bathuset' } })).toContain('"Fog at Sea"')
    await db.delete(runSessions)
    await db.delete(runs).where(eq(runs.classId, fog.id))
    await db.delete(classes).where(eq(classes.id, fog.id))
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
  ])('rejects ?%s', async (query) => {
    expect((await admin.request('GET', `/api/classes?${query}`)).statusCode).toBe(400)
  })

  it('of payments returns its first page by default', async () => {
    expect(await admin.call.page(api.findPayments)).toMatchObject({ rows: [{ name: '+1 Buyer' }], total: 1 })
  })
})

describe('a CSV file', () => {
  const toLines = (file: string) => file.trimEnd().split('\r\n')

  it('contains all matches, whatever page is requested', async () => {
    const all = await admin.call(api.exportUsers, { query: { page: 2 } })
    expect(all.startsWith('\ufeff"name","email","role","created_at","_id"\r\n')).toBe(true)
    expect(toLines(all)).toHaveLength(62)
    expect(toLines(await admin.call(api.exportUsers, { query: { q: 'ingrid' } }))).toHaveLength(2)
    expect(toLines(await admin.call(api.exportClasses, { query: { status: 'deny' } }))[1]).toMatch(
      /^"Fog 2","Ingrid 100%",/,
    )
  })

  it('has the order of the list, also where it is read in several batches', async () => {
    const { db } = application.services
    await db.execute(sql`insert into users (email, name, role, created_at)
      select 'many' || n || '@example.test', 'Many ' || n % 7, 'student', n from generate_series(1, 1200) n`)
    const query = { q: 'many', sort: 'name', order: 'desc' } as const
    const emails = toLines(await admin.call(api.exportUsers, { query })).map(
      (line) => /many\d+@[a-z.]+/.exec(line)?.[0],
    )
    const rows = await admin.call(api.listUsers, { query })
    expect(emails.slice(1)).toEqual(rows.map(({ email }) => email))
    await db.execute(sql`delete from users where email like 'many%'`)
  })

  it('has its rows while those of a long one are still read', async () => {
    const { db } = application.services
    const begin = db.transaction.bind(db)
    const long = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    vi.spyOn(db, 'transaction').mockImplementationOnce((work) => {
      begun.resolve()
      return long.promise.then(() => begin(work))
    })
    onTestFinished(() => void vi.restoreAllMocks())
    const first = admin.call(api.exportUsers)
    await begun.promise
    const second = admin.call(api.exportUsers).finally(() => long.resolve())
    expect(await second).toContain('zoe@example.test')
    expect(await first).toBe(await second)
  })

  it('waits where three are read, so that a few admins do not take all connections of the database', async () => {
    const { db } = application.services
    const begin = db.transaction.bind(db)
    const three = Promise.withResolvers<void>()
    let running = 0
    let most = 0
    vi.spyOn(db, 'transaction').mockImplementation(async (work) => {
      most = Math.max(most, ++running)
      if (running === 3) three.resolve()
      await three.promise
      return begin(work).finally(() => running--)
    })
    onTestFinished(() => void vi.restoreAllMocks())
    const lists = [api.exportUsers, api.exportClasses, api.exportPayments]
    await Promise.all([...lists, ...lists].map((endpoint) => admin.call(endpoint)))
    expect(most).toBe(3)
  })

  it('is not read for a HEAD request', async () => {
    const transaction = vi.spyOn(application.services.db, 'transaction')
    onTestFinished(() => void vi.restoreAllMocks())
    const { statusCode, headers } = await admin.request('HEAD', '/api/users.csv')
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    await admin.call(api.exportUsers)
    expect(transaction).toHaveBeenCalledTimes(1)
  })

  it('whose rows cannot be read ends as a failed download, not as a short file, and the log says why', async () => {
    vi.spyOn(application.services.db, 'transaction').mockRejectedValue(new Error('no rows'))
    onTestFinished(() => void vi.restoreAllMocks())
    await expect(admin.request('GET', '/api/users.csv')).rejects.toThrow()
    expect(application.logged.join()).toContain('no rows')
  })

  it('contains no formula: cells that look like one begin with an apostrophe', async () => {
    const users = await admin.call(api.exportUsers)
    expect(users).toContain(`"'=HYPERLINK(""http://x"")"`)
    expect(users).toContain(`"'+1 Buyer","buyer@example.test"`)
    expect(await admin.call(api.exportClasses)).toContain(`"'@cmd",`)
    expect(await admin.call(api.exportPayments)).toMatch(
      /"1001","1970-01-01T00:00:05.000Z","'\+1 Buyer","buyer@example.test","'@cmd",(""|"\d{4}-[\dT:-]+"),"49.99","usd","card","paid"/,
    )
  })

  it('of rows from before names were checked begins no row with a formula', async () => {
    await makeUser(application.services.db, 'student', { name: 'Eve\r\n=cmd(),@x', email: 'eve@example.test' })
    const file = await admin.call(api.exportUsers, { query: { q: 'eve@' } })
    expect(file).toContain(`"Eve\r\n'=cmd(),'@x","eve@example.test"`)
  })

  it('is sent as a file, to admins only', async () => {
    const { headers } = await admin.request('GET', '/api/users.csv')
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="users.csv"',
      'cache-control': 'no-store',
    })
    const teacher = await application.signedIn('instructor')
    for (const endpoint of [api.exportUsers, api.exportClasses, api.exportPayments])
      expect(await catchCode(teacher.call(endpoint))).toBe('NOT_ALLOWED')
  })
})
