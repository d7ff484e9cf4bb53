import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { api } from '#contract/api.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { runSessions, runs } from '#server/domains/classes/runs/runs.table.ts'
import { audit } from '#server/domains/payments/audit.ts'
import { school } from '#server/domains/school/school.table.ts'
import { openForThisFile } from '../../../testing/application.ts'
import {
  applyImport,
  checkAll,
  clearImports,
  listProblems,
  prepareImport,
  uploadCsv,
} from '../../../testing/imports.ts'
import { catchError, type Visitor } from '../../../testing/visitor.ts'

const application = openForThisFile()
let admin: Visitor
let instructor: { user: { email: string; id: string } } & Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
  instructor = await application.signedIn('instructor')
})
beforeEach(() => clearImports(application.services.db))

const HEADER = 'Name;Instructor e-mail;Seats;Price;Description;Level;Date;Start;End;Time zone;Place;Address'

const prepare = (...rows: string[]) =>
  prepareImport(
    admin,
    [HEADER, ...rows.map((row) => row.replaceAll('I@', instructor.user.email))].join('\n'),
    'classes',
  )

const readClass = async (name: string) => {
  const { db } = application.services
  const [row] = await db.select().from(classes).where(eq(classes.name, name))
  const own = await db
    .select()
    .from(runs)
    .where(eq(runs.classId, row?.id ?? ''))
  return { row, runs: own.sort((a, b) => (a.startsAt ?? 0) - (b.startsAt ?? 0)) }
}

const NO_DATES = {
  ...{ time_zone: null, place: null, online: false, link: null, price: null },
  ...{ last_moment: null, minimum: null, decide_at: null, sessions: [] },
}

const undo = ({ _id: id }: { _id: string }) => admin.call(api.undoImport, { params: { id } })

describe('an import of classes', () => {
  it('makes classes that wait for approval, with their dates, places and prices, and is found by the audit as correct', async () => {
    const checked = await prepare(
      'Night walk;I@;8;120,50;- Bring a lamp;Beginner;4.5.2027;18:00;22:00;Europe/Oslo;The pier;Quay 1',
      'Night walk;I@;6;$150;;;05.06.2027;11 PM;1 am;Europe/Oslo;;',
      'Portraits;I@;10;1.200,00;;;;;;;;',
    )
    expect(checked.counts).toMatchObject({ ready: 3 })
    expect((await applyImport(admin, checked)).counts).toMatchObject({ ready: 3 })
    const walk = await readClass('Night walk')
    expect(walk.row).toMatchObject({ status: 'pending', listPriceMinor: 12_050, level: 'beginner', enroll: 0 })
    expect(walk.row).toMatchObject({ description: '- Bring a lamp', instructorId: instructor.user.id, version: 1 })
    expect(walk.runs).toMatchObject([
      { seats: 8, offered: 8, listPriceMinor: null, placeName: 'The pier', placeAddress: 'Quay 1' },
      { seats: 6, offered: 6, listPriceMinor: 15_000, placeName: null, placeAddress: null },
    ])
    expect(walk.runs.map(({ startsAt, endsAt }) => [startsAt, endsAt])).toEqual([
      [Date.parse('2027-05-04T16:00Z'), Date.parse('2027-05-04T20:00Z')],
      [Date.parse('2027-06-05T21:00Z'), Date.parse('2027-06-05T23:00Z')],
    ])
    const { db } = application.services
    const [session] = await db
      .select()
      .from(runSessions)
      .where(eq(runSessions.runId, walk.runs[0]?.id ?? ''))
    expect(session?.startsAt).toBe(walk.runs[0]?.startsAt)
    expect((await readClass('Portraits')).runs).toMatchObject([{ seats: 10, startsAt: null, timeZone: null }])
    expect((await audit(application.services)).discrepancies).toEqual([])
    const params = { id: walk.row?.id ?? '' }
    await admin.call(api.approveClass, { params })
    const { rows } = await application.visitor.call.page(api.listApprovedClasses, { query: { q: 'pier', page: 1 } })
    expect(rows.map(({ className }) => className)).toEqual(['Night walk'])
  })

  it('keeps the order of the file in the list of classes, which has the newest first', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `Kept ${12 - at}`)
    await applyImport(admin, await prepare(...names.map((name) => `${name};I@;8;120,50;;;;;;;;`)))
    const { rows } = await admin.call.page(api.listAllClasses, { query: { q: 'Kept' } })
    expect(rows.map(({ className }) => className)).toEqual(names)
  })

  it('reads the order of dates from the whole file, asks where both are possible, and shows the dates in words', async () => {
    const upload = (...dates: string[]) => {
      const rows = dates.map((date) => `Fog;${instructor.user.email};8;$150;;;${date};6:00 PM;8:00 PM;Europe/Oslo;;`)
      return uploadCsv(admin, [HEADER, ...rows].join('\n'))
    }
    const guess = { date_order: undefined }
    const unclear = await upload('03/04/2027', '05/06/2027')
    const question = await catchError(checkAll(admin, unclear, 'classes', guess))
    expect(question.code).toBe('INVALID_INPUT')
    expect(question.message).toMatch(/Choose the order of dates: 03\/04\/2027 may be April 3 or March 4\./)
    expect(await admin.call(api.getImport, { params: { id: unclear._id } })).toMatchObject({ status: 'uploaded' })
    const chosen = await checkAll(admin, unclear, 'classes', { date_order: 'month-day' })
    const read = { cell: '03/04/2027', date: 'Thu, Mar 4, 2027, 18:00–20:00 (Europe/Oslo)' }
    expect(chosen).toMatchObject({ counts: { ready: 2 }, date_example: read })

    const clear = await checkAll(admin, await upload('03/04/2027', '03/25/2027'), 'classes', guess)
    expect(clear).toMatchObject({ match: { date_order: 'month-day' }, counts: { ready: 2 }, date_example: read })
    const query = { outcome: 'ready', page: 1 } as const
    const { rows } = await admin.call.page(api.listImportRows, { params: { id: clear._id }, query })
    expect(rows.map(({ date }) => date)).toEqual([read.date, 'Thu, Mar 25, 2027, 18:00–20:00 (Europe/Oslo)'])
  })

  it('names what is wrong with a row', async () => {
    const checked = await prepare(
      ';I@;8;120;;;;;;;;',
      'A;nobody@example.test;8;120;;;;;;;;',
      'A;I@;-1;0.1;;expert;;;;;;',
      'A;I@;8.5;free;;;;;;;;',
      'A;I@;8;120;;;31.2.2027;18:00;20:00;Europe/Oslo;;',
      'A;I@;8;120;;;4.5.2027;;;Europe/Oslo;;',
      'A;I@;8;120;;;4.5.2027;18:00;20:00;Mars/Base;;',
      'A;I@;8;120;;;4.5.2027;18:00;16:00;Europe/Oslo;;Quay 1',
      'A;I@;8;120;;;28.3.2027;02:30;04:00;Europe/Oslo;;',
      'A;I@;8;120;;;4.5.1999;18:00;20:00;Europe/Oslo;;',
    )
    const invalid = await listProblems(admin, checked)
    expect(invalid).toEqual([
      [2, 'Class name is missing.'],
      [3, 'nobody@example.test is no instructor here. Import or invite them first.'],
      [
        4,
        'Seats begins like a formula. Remove the first character. Seats is missing. Price is not possible: price must be at least $0.50. Level is none of any, beginner, intermediate, advanced.',
      ],
      [5, 'Seats is not a whole number from 0 to 10,000. Price is not a price: “free”.'],
      [6, 'Date is not a date such as 2027-05-04: “31.2.2027”.'],
      [7, 'Start is not a time such as 18:00. End is not a time such as 20:00.'],
      [8, 'Time zone is not a time zone such as Europe/Oslo: “Mars/Base”.'],
      [9, 'Place is missing, but the row has an address. Start ends before it starts.'],
      [10, 'Start does not exist: the clocks go forward over it.'],
      [11, 'Date is not possible: Session 1 is not between the years 2000 and 2100.'],
    ])
  })

  it.each([
    ['usd', '149,50', 14_950],
    ['usd', '1 234,50', 123_450],
    ['usd', "1'234.50", 123_450],
    ['usd', '1.250,5', 125_050],
    ['usd', '1.250', 'Price is unclear: write 1250.00 or 1.25, not “1.250”.'],
    ['usd', '$1,250', 'Price is unclear: write 1250.00 or 1.25, not “$1,250”.'],
    ['isk', '12.500', 12_500],
    ['isk', '12500,5', 'Price is not possible: price has no decimals.'],
    ['jpy', '12,500', 12_500],
    ['kwd', '12', 12_000],
    ['kwd', '12.500', 12_500],
    ['kwd', '0.750', 750],
    ['kwd', 'KWD 12,5', 12_500],
    ['kwd', '1,250', 1_250],
    ['kwd', '1,250.500', 1_250_500],
    ['kwd', '1.250,500', 1_250_500],
    ['kwd', '1 250.500', 1_250_500],
    ['kwd', '1,250,5', 'Price is not a price such as 1,250.500: “1,250,5”.'],
    ['kwd', '1,250.500,750', 'Price is not a price such as 1,250.500: “1,250.500,750”.'],
    ['kwd', '12.5000', 'Price is not a price such as 1,250.500: “12.5000”.'],
    ['kwd', '1,250,500', 'Price is not possible: price must be at most KWD\u00a099,999.990.'],
    ['kwd', '12.505', 'Price is not possible: the last digit of the price must be 0.'],
  ])('reads in %s the price %s as %s', async (currency, text, expected) => {
    const { db, school: current } = application.services
    const setCurrency = async (code: string) => {
      await db.update(school).set({ currency: code })
      await current.refresh()
    }
    await setCurrency(currency)
    onTestFinished(() => setCurrency('usd'))
    const name = `${currency} ${text}`
    const checked = await prepare(`${name};I@;8;${text};;;;;;;;`)
    if (typeof expected === 'string') return expect(await listProblems(admin, checked)).toEqual([[2, expected]])
    await applyImport(admin, checked)
    expect((await readClass(name)).row?.listPriceMinor).toBe(expected)
  })

  it('sells no seats without a date beside dates, in whichever order the rows come', async () => {
    const at = (name: string, day: string) => `${name};I@;6;120;;;${day}.5.2027;18:00;22:00;Europe/Oslo;;`
    const without = (name: string) => `${name};I@;9;150;- Bring a lamp;;;;;;;`
    const checked = await prepare(
      without('First'),
      at('First', '4'),
      at('First', '5'),
      at('Last', '6'),
      without('Last'),
    )
    expect(await listProblems(admin, checked)).toEqual([[6, 'Date is missing, but row 5 of the class has one.']])
    const applied = await applyImport(admin, checked)
    expect(applied.counts).toMatchObject({ ready: 3, invalid: 2 })
    expect((await listProblems(admin, applied))[0]).toEqual([
      2,
      'Date is missing, but other rows of the class have one.',
    ])
    const first = await readClass('First')
    expect(first.row).toMatchObject({ listPriceMinor: 15_000, description: '- Bring a lamp' })
    expect(first.runs).toMatchObject([
      { seats: 6, listPriceMinor: 12_000 },
      { seats: 6, listPriceMinor: 12_000 },
    ])
    expect((await readClass('Last')).runs).toMatchObject([{ seats: 6, listPriceMinor: null }])
    expect((await undo(applied)).counts).toMatchObject({ ready: 3, stayed: 0 })
    expect((await readClass('First')).row?.deletedAt).not.toBeNull()
  })

  it('adds no class twice, in one file or in two', async () => {
    const rows = ['Twice;I@;8;120;;;;;;;;', 'twice;I@;8;120;;;;;;;;']
    const [one, two] = [await prepare(...rows), await prepare(...rows)]
    expect(one.counts).toMatchObject({ ready: 1, duplicate: 1 })
    await applyImport(admin, one)
    expect((await applyImport(admin, two)).counts).toMatchObject({ ready: 0, existing: 1, duplicate: 1 })
    expect((await prepare(...rows)).counts).toMatchObject({ existing: 2 })
  })

  it('is undone for classes that nobody approved or changed since', async () => {
    const rows = ['Approved', 'Edited', 'Dated', 'Unused'].map((name) => `${name};I@;8;120;;;;;;;;`)
    const applied = await applyImport(admin, await prepare(...rows))
    const id = async (name: string) => (await readClass(name)).row?.id ?? ''
    await admin.call(api.approveClass, { params: { id: await id('Approved') } })
    await instructor.call(api.changeClass, { params: { id: await id('Edited') }, body: { price: 99 } })
    await instructor.call(api.addRun, { params: { id: await id('Dated') }, body: { ...NO_DATES, seats: 3 } })
    const undone = await undo(applied)
    expect(undone.counts).toMatchObject({ ready: 1, stayed: 3 })
    const { row } = await readClass('Unused')
    expect(row?.deletedAt).not.toBeNull()
    expect((await listProblems(admin, undone, 'stayed')).map(([row]) => row)).toEqual([2, 3, 4])
    expect((await prepare(...rows)).counts).toMatchObject({ ready: 1, existing: 3 })
    expect((await audit(application.services)).discrepancies).toEqual([])
  })
})
