import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import {
  type ClassOptions,
  makeClass,
  makeRun,
  makeUser,
  type RunOptions,
  type UserRow,
} from '../../../../demo/factories.ts'
import { openForThisFile } from '../../../../testing/application.ts'
import { users } from '../../users/users.table.ts'
import { classes } from '../classes.table.ts'
import { runs } from '../runs/runs.table.ts'

const application = openForThisFile()
let ada: UserRow
beforeAll(async () => {
  const { db } = application.services
  ada = await makeUser(db, 'instructor', { name: 'Adélaïde Nilsen', email: 'ada@school.example' })
  const made = async (name: string, values: ClassOptions = {}, run?: RunOptions) => {
    const created = await makeClass(db, { name, createdAt: ++clock, seats: 0, ...values })
    if (!run) return
    await makeRun(db, created.id, run)
    // Only the dated run remains.
    await db.update(runs).set({ canceledAt: 1 }).where(eq(runs.id, created.runId))
  }
  await made('Night Harbour', { level: 'beginner', instructorId: ada.id, listPriceMinor: 20_000, enroll: 3 })
  await made(
    'Harbour Walk',
    { description: 'Bring a **tripod** for the night.', listPriceMinor: 9_000 },
    {
      startsAt: Date.UTC(2037, 0, 31, 23, 30),
      timeZone: 'Asia/Tokyo',
      placeName: 'Boat House',
      placeAddress: 'Quay 7',
    },
  )
  await made(
    'Portraits',
    { level: 'beginner', listPriceMinor: 5_000 },
    {
      startsAt: Date.UTC(2037, 0, 12, 10),
      timeZone: 'UTC',
      isOnline: true,
      listPriceMinor: 4_000,
    },
  )
  await made('Past Portraits', { level: 'advanced', listPriceMinor: 1_000 }, { startsAt: Date.UTC(2020, 0, 12) })
  await made('Night Hidden', { status: 'pending' })
})

let clock = 0

type Query = NonNullable<
  NonNullable<Parameters<typeof application.visitor.call<typeof api.listApprovedClasses>>[1]>['query']
>

async function find(query: Query): Promise<string[]> {
  const { rows, total } = await application.visitor.call.page(api.listApprovedClasses, { query })
  expect(total).toBe(rows.length)
  return rows.map(({ className }) => className)
}

it('finds words in names, descriptions, places and names of instructors', async () => {
  expect(await find({ q: 'walk' })).toEqual(['Harbour Walk'])
  expect(await find({ q: 'tripod' })).toEqual(['Harbour Walk'])
  expect(await find({ q: 'boat quay' })).toEqual(['Harbour Walk'])
  expect(await find({ q: 'ADELAIDE' })).toEqual(['Night Harbour'])
  expect(await find({ q: 'adelaide walk' })).toEqual([])
})

it('finds the beginning of a word, and other forms of it', async () => {
  expect(await find({ q: 'harb wal' })).toEqual(['Harbour Walk'])
  expect(await find({ q: 'portraiture' })).toEqual(['Past Portraits', 'Portraits'])
  expect(await find({ q: 'the portrait' })).toEqual(['Past Portraits', 'Portraits'])
})

it('ranks the name before the description', async () => {
  expect(await find({ q: 'night' })).toEqual(['Night Harbour', 'Harbour Walk'])
  expect(await find({ q: 'night', sort: 'newest' })).toEqual(['Harbour Walk', 'Night Harbour'])
})

it('finds words with typing errors if nothing else is found', async () => {
  expect(await find({ q: 'portriats' })).toEqual(['Past Portraits', 'Portraits'])
  expect(await find({ q: 'nigth harbor' })).toEqual(['Night Harbour'])
  expect(await find({ q: 'nilsne' })).toEqual(['Night Harbour'])
  expect(await find({ q: 'quantum' })).toEqual([])
})

it('filters by level and by instructor, whose e-mail and id mean the same', async () => {
  expect(await find({ level: 'beginner' })).toEqual(['Portraits', 'Night Harbour'])
  expect(await find({ instructor: 'ada@school.example' })).toEqual(['Night Harbour'])
  expect(await find({ instructor: ada.id })).toEqual(['Night Harbour'])
  expect(await find({ instructor: 'nobody@school.example' })).toEqual([])
})

it('filters by the price of a run in which students can still enroll', async () => {
  expect(await find({ price_max: 40 })).toEqual(['Portraits'])
  expect(await find({ price_max: 39.99 })).toEqual([])
  expect(await find({ price_max: 90 })).toEqual(['Portraits', 'Harbour Walk'])
})

it('filters by free seats, and by online runs and places', async () => {
  expect(await find({ free: '1' })).toEqual(['Portraits', 'Harbour Walk'])
  expect(await find({ online: '1' })).toEqual(['Portraits'])
  expect(await find({ online: '0', free: '1' })).toEqual(['Harbour Walk'])
})

it('filters by the month and the weekday of a session in the time zone of its run', async () => {
  expect(await find({ month: '2037-02' })).toEqual(['Harbour Walk'])
  expect(await find({ month: '2037-01' })).toEqual(['Portraits'])
  expect(await find({ weekday: 'sun' })).toEqual(['Harbour Walk'])
  expect(await find({ weekday: 'sat' })).toEqual([])
})

it('requires one run to meet all conditions together', async () => {
  const { db } = application.services
  const created = await makeClass(db, { name: 'Two Dates', seats: 0, createdAt: 1 })
  await makeRun(db, created.id, { startsAt: Date.UTC(2037, 4, 1), seats: 0 })
  await makeRun(db, created.id, { startsAt: Date.UTC(2037, 5, 1), seats: 1 })
  expect(await find({ month: '2037-06', free: '1' })).toEqual(['Two Dates'])
  expect(await find({ month: '2037-05', free: '1' })).toEqual([])
  await db.update(classes).set({ withdrawnAt: 1 }).where(eq(classes.id, created.id))
})

it('sorts by date, newest, price and popularity', async () => {
  const byDate = await find({ sort: 'date' })
  expect(byDate.slice(0, 2)).toEqual(['Portraits', 'Harbour Walk'])
  expect(byDate.slice(2).sort()).toEqual(['Night Harbour', 'Past Portraits'])
  const page = (number: number) =>
    application.visitor.call.page(api.listApprovedClasses, { query: { sort: 'date', rows: 1, page: number } })
  const pages = [await page(1), await page(2), await page(3), await page(4)]
  expect(pages.flatMap(({ rows }) => rows.map(({ className }) => className))).toEqual(byDate)
  expect(await find({ sort: 'newest' })).toEqual(['Past Portraits', 'Portraits', 'Harbour Walk', 'Night Harbour'])
  expect(await find({ sort: 'price' })).toEqual(['Portraits', 'Harbour Walk', 'Night Harbour', 'Past Portraits'])
  expect((await find({ sort: 'popular' }))[0]).toBe('Night Harbour')
})

it('returns one page with the number of all classes, and all of them without a query', async () => {
  const page = (number: number) =>
    application.visitor.call.page(api.listApprovedClasses, { query: { sort: 'newest', rows: 3, page: number } })
  const [first, second, third] = [await page(1), await page(2), await page(3)]
  expect([first, second, third].map(({ rows, total }) => [rows.length, total])).toEqual([
    [3, 4],
    [1, 4],
    [0, 4],
  ])
  const names = [...first.rows, ...second.rows].map(({ className }) => className)
  expect(await application.visitor.call(api.listApprovedClasses)).toMatchObject(
    names.map((className) => ({ className })),
  )
})

it.each<Query>([{ level: 'beginner' }, { q: 'harbour' }, { month: '2037-01' }, { sort: 'price' }])(
  'returns the number of all matches beyond their last page, for %j',
  async (query) => {
    const page = (number: number) =>
      application.visitor.call.page(api.listApprovedClasses, { query: { ...query, rows: 1, page: number } })
    const { total } = await page(1)
    expect(total).toBeGreaterThan(0)
    expect(await page(total + 1)).toMatchObject({ rows: [], total })
    expect((await page(total)).rows).toHaveLength(1)
  },
)

it('counts the classes of each value of a filter with the other filters applied', async () => {
  const read = (query: Query) => application.visitor.call(api.listClassFilters, { query })
  const count = <Value>(choices: { value: Value; count: number | null }[]) =>
    Object.fromEntries(choices.filter(({ count }) => count).map(({ value, count }) => [value, count]))
  const all = await read({})
  expect(count(all.levels)).toEqual({ any: 1, beginner: 2, advanced: 1 })
  expect(all.instructors).toContainEqual({ value: ada.id, name: 'Adélaïde Nilsen', count: 1 })
  expect(count(all.months)).toEqual({ '2037-01': 1, '2037-02': 1 })
  expect(count(all.weekdays)).toEqual({ sun: 1, mon: 1 })
  expect(count(all.online)).toEqual({ 0: 2, 1: 1 })
  expect(all.free).toBe(2)

  const beginners = await read({ level: 'beginner' })
  expect(beginners.applied).toEqual({ level: 'beginner' })
  expect(count(beginners.levels)).toEqual({ any: 1, beginner: 2, advanced: 1 })
  expect(count(beginners.months)).toEqual({ '2037-01': 1 })
  expect(beginners.free).toBe(1)

  const inJanuary = await read({ month: '2037-01', q: 'portraits' })
  expect(count(inJanuary.levels)).toEqual({ beginner: 1 })
  expect(count(inJanuary.months)).toEqual({ '2037-01': 1 })
  const byAda = await read({ instructor: 'ADA@school.example' })
  expect(byAda.instructor).toEqual({ _id: ada.id, name: 'Adélaïde Nilsen' })
  expect(count(byAda.levels)).toEqual({ beginner: 1 })
})

it('follows a new name of a class or its instructor, and a new or canceled place', async () => {
  const { db } = application.services
  const created = await makeClass(db, { name: 'Zebra', createdAt: 1 })
  const run = await makeRun(db, created.id, { placeName: 'Old Mill' })
  expect(await find({ q: 'zebra mill' })).toEqual(['Zebra'])
  await db.update(classes).set({ name: 'Giraffe', description: 'With necks' }).where(eq(classes.id, created.id))
  expect(await find({ q: 'zebra' })).toEqual([])
  expect(await find({ q: 'giraffe necks' })).toEqual(['Giraffe'])
  await db.update(users).set({ name: 'Quentin' }).where(eq(users.id, created.instructorId))
  expect(await find({ q: 'quentin' })).toEqual(['Giraffe'])
  await db.update(runs).set({ placeName: 'New Barn' }).where(eq(runs.id, run.id))
  expect([await find({ q: 'barn' }), await find({ q: 'mill' })]).toEqual([['Giraffe'], []])
  await db.update(runs).set({ canceledAt: 1 }).where(eq(runs.id, run.id))
  expect(await find({ q: 'barn' })).toEqual([])
  await db.update(classes).set({ withdrawnAt: 1 }).where(eq(classes.id, created.id))
})

const HOSTILE = [
  "' | '",
  "'; drop table classes; --",
  'a:* & !b',
  '%_\\',
  '<->',
  'x'.repeat(200),
  '((((',
  '\\',
  ":*'",
  '$1 :1 ?',
]

it.each(HOSTILE)('a search for %s is a search for words and never an error', async (q) => {
  for (const path of ['all-classes', 'all-classes/filters', '../classes']) {
    const url = `/api/${path}?${new URLSearchParams({ q })}`
    const { statusCode } = await application.visitor.request('GET', url.replace('/api/..', ''))
    expect(statusCode, url).toBe(200)
  }
  expect(await application.visitor.call(api.listApprovedClasses)).toHaveLength(4)
})

it.each([
  'level=x',
  'month=2027-99',
  'page=-1',
  'sort=id',
  'price_max=cheap',
  `q=${'x'.repeat(10_240)}`,
  'q=%00',
  'q=a&q=b',
])('nonsense such as %s is ignored: the response is the whole list', async (query) => {
  const { statusCode, json } = await application.visitor.request('GET', `/api/all-classes?${query}`)
  expect([statusCode, json().length]).toEqual([200, 4])
})

it('is noindex as a page, whose canonical URL is the list, and says what was found', async () => {
  const { statusCode, headers, body } = await application.visitor.request(
    'GET',
    '/classes?q=harb&level=beginner&sort=date',
  )
  expect([statusCode, headers['x-robots-tag'], headers['cache-control']]).toEqual([200, 'noindex', 'no-cache'])
  expect(body).toContain('/classes"/>')
  expect(body).toContain('1 class found')
  expect(body).not.toContain('Harbour Walk')
  const nonsense = await application.visitor.request(
    'GET',
    '/classes?level=x&month=2027-99&page=-1&sort=id&price_max=a',
  )
  expect([nonsense.statusCode, nonsense.body.includes('4 classes')]).toEqual([200, true])
})

it('refuses searches of one network beyond those that can wait, while the list is served', async () => {
  const searches = Array.from({ length: 150 }, () => application.visitor.request('GET', '/api/all-classes?q=night'))
  expect((await application.visitor.request('GET', '/api/all-classes')).statusCode).toBe(200)
  const responses = await Promise.all(searches)
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 503]))
  expect(responses.find(({ statusCode }) => statusCode === 503)?.headers['retry-after']).toBe('5')
})

it('shows a page of a large catalogue, without counts of filters', async () => {
  const { db } = application.services
  const values = sql`select ${ada.id}::uuid, 'Many ' || n, '/fog', 4999, 'approve', n from generate_series(1, 1001) n`
  await db.execute(
    sql`insert into classes (instructor_id, name, image, list_price_minor, status, created_at) ${values}`,
  )
  application.services.catalogue.markChanged()
  const { rows, total } = await application.visitor.call.page(api.listApprovedClasses, { query: { sort: 'newest' } })
  expect([rows.length, total]).toEqual([60, 1005])
  const { levels, months, instructors } = await application.visitor.call(api.listClassFilters, { query: {} })
  expect([levels[0]?.count, months.length, instructors[0]?.count]).toEqual([null, 12, null])
  const { levels: counted } = await application.visitor.call(api.listClassFilters, { query: { q: 'portraits' } })
  expect(counted.map(({ count }) => count)).toEqual([0, 1, 0, 1])
})
