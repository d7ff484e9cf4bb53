import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '../../../../contract/api.ts'
import type { NewPage } from '../../../../contract/pages.ts'
import { makeClass, makeRun, makeUser } from '../../../../demo/factories.ts'
import { createDatabase, openForThisTest, type TestApplication } from '../../../../testing/application.ts'
import { makeFolder } from '../../../../testing/backups.ts'
import { completePaying, makeCoupon } from '../../../../testing/coupons.ts'
import { drawTwoColors, readBytes, upload } from '../../../../testing/images.ts'
import { Member } from '../../../../testing/member.ts'
import { buy } from '../../../../testing/paying.ts'
import { buyVoucher, makeVoucher } from '../../../../testing/vouchers.ts'
import { createFolderStorage } from '../../../adapters/folder-storage.ts'
import { type ArchiveReader, openArchive } from '../../../platform/archive/read-archive.ts'
import { ArchiveWriter } from '../../../platform/archive/write-archive.ts'
import { readRows } from '../../../platform/database/database.ts'
import { TABLES } from '../../../registered.ts'
import { readAvailable } from '../../credit/credit.ts'
import { users } from '../../users/users.table.ts'
import { isInactive } from '../activation.ts'
import { restoreImages } from '../restore.ts'
import { EXPORT_MANIFEST, exportSchool } from './export.ts'
import { checkExport, importDatabase } from './import.ts'

async function takeExport({ services, tables, imagePipeline }: TestApplication): Promise<ArchiveReader> {
  const folder = await makeFolder()
  const path = join(folder, 'export.zip')
  const source = { db: services.db, tables, storage: imagePipeline.storage, dataDir: folder }
  await exportSchool({ ...source, application: '1.0.0', currency: 'usd' }, createWriteStream(path))
  return openArchive(path)
}

/** Imports into an empty school, and opens an application on it. */
async function importSchool(archive: ArchiveReader): Promise<TestApplication> {
  const [database, dataDir] = [await createDatabase(), await makeFolder()]
  await restoreImages(archive, createFolderStorage(join(dataDir, 'pictures')), dataDir)
  await importDatabase(database.db, { archive, manifest: await checkExport(archive, 'usd') }, TABLES)
  return openForThisTest({ DATA_DIR: dataDir }, { database })
}

/** Returns the texts of all files but the one with the time, and the names of pictures. */
async function readAll(archive: ArchiveReader): Promise<Record<string, string>> {
  const names = archive.names.filter((name) => name !== EXPORT_MANIFEST)
  const read = async (name: string) => [name, await text(await archive.read(name))] as const
  return Object.fromEntries(await Promise.all(names.map(read)))
}

/** Fills a school with one of everything that users can make, and texts that are hard to write as CSV. */
async function fillSchool(application: TestApplication): Promise<void> {
  const { db } = application.services
  const instructor = await application.signedIn('instructor', { name: `=cmd|'/c calc'!A1` })
  const { display_url } = await upload(instructor, await readBytes(drawTwoColors(400, 300).png()))
  const profile = {
    biography: '=1 **"light"**\n,',
    portrait: display_url,
    links: [{ words: ';', address: 'https://a.example' }],
  }
  await instructor.call(api.changeInstructorProfile, { params: { id: instructor.user.id }, body: profile })
  const made = await makeClass(db, {
    instructorId: instructor.user.id,
    image: display_url,
    description: 'a\r\n\t=b "c", \u2028',
  })
  await makeRun(db, made.id)
  const student = await application.signedIn('student', { image: '', name: "'=already escaped" })
  await buy(student, made)
  const other = await makeClass(db)
  await student.call(api.selectClass, { body: { classId: other.id } })
  const admin = await application.signedIn('admin')
  const about = { slug: 'about', title: 'About', text: `=1+1 ![A picture](${display_url})` } as NewPage
  await admin.call(api.addPage, { body: about })
  await admin.call(api.changeSchool, { body: { name: 'Zürich, "Licht" & Co' } })
  await admin.call(api.giveFeedback, { params: { id: other.id }, body: { feedback: '-1 for the title' } })
}

/** Lets a student have credit and a gift voucher, and buy with a coupon and a part of another voucher, of which a part goes back. */
async function fillWithMoney(application: TestApplication) {
  const student = await application.signedIn('student', { emailConfirmed: true })
  const admin = await application.signedIn('admin')
  const reason = 'Goodwill'
  await admin.call(api.grantCredit, { params: { id: student.user.id }, body: { amount: 30, reason } })
  const { id: voucherId } = await buyVoucher(student, { amount: 100 })
  const made = await makeVoucher(admin, 50)
  const { code } = await makeCoupon(admin, { value: 50 })
  const { id: classId } = await makeClass(application.services.db)
  const { insertedId } = await student.call(api.selectClass, { body: { classId } })
  const body = { cartIds: [insertedId], code: [code, made.code], expected_due: 0 }
  const started = await student.call(api.beginCheckout, { body })
  const id = await completePaying(student, started)
  await admin.call(api.refundPayment, { params: { id }, body: { amount: 5, keep_seat: true } })
  const { orderId } = started
  return { admin, userId: student.user.id, voucherId, spentId: made.id, orderId }
}

/** Writes an export again without some files. */
async function leaveOut(archive: ArchiveReader, files: string[]): Promise<ArchiveReader> {
  return rewrite(archive, (name, content) => (files.includes(name) ? null : content))
}

/** Writes an export again with other contents of its files; null for none. */
async function rewrite(
  archive: ArchiveReader,
  edit: (name: string, content: string) => string | null,
): Promise<ArchiveReader> {
  const path = join(await makeFolder(), 'changed.zip')
  const writer = new ArchiveWriter(createWriteStream(path), new Date())
  for (const name of archive.names) {
    const content = edit(name, await text(await archive.read(name)))
    if (content !== null) await writer.add(name, content)
  }
  await writer.close()
  return openArchive(path)
}

describe('an export', () => {
  it('restores a school: imported into an empty one and exported again, every file is the same', async () => {
    const original = await openForThisTest()
    await fillSchool(original)
    const first = await takeExport(original)
    const imported = await importSchool(first)
    const second = await takeExport(imported)
    expect(await readAll(second)).toEqual(await readAll(first))
    const files = Object.keys(await readAll(first))
    expect(files.filter((name) => name.endsWith('.csv')).sort()).toEqual(
      TABLES.exported.map(({ table }) => `${table}.csv`).sort(),
    )
    expect(files.filter((name) => name.startsWith('pictures/')).length).toBeGreaterThan(1)
    expect(await isInactive(imported.services.db)).toBe(true)
    const { rows } = await imported.visitor.call.page(api.listApprovedClasses, { query: { q: 'class', page: 1 } })
    expect(rows.length).toBe(2)
  })

  it('names every table and column: exported, or left out with a reason', async () => {
    const { services } = await openForThisTest()
    const rows = await readRows<{ table: string; column: string }>(
      services.db,
      sql`select table_schema || '.' || table_name as table, column_name as column from information_schema.columns
        join information_schema.tables using (table_schema, table_name)
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'jobs', 'drizzle')`,
    )
    const leftOut = { ...TABLES.unexported, ...TABLES.leftOut }
    const exported = TABLES.exported.flatMap(({ table, columns, leftOut: columnsLeftOut = {} }) =>
      [...Object.keys(columns), ...Object.keys(columnsLeftOut)].map((column) => `public.${table}.${column}`),
    )
    const actual = rows.filter(({ table }) => !(table in leftOut))
    expect(actual.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(exported.sort())
    const tables = new Set(rows.map(({ table }) => table))
    expect(Object.keys(leftOut).filter((table) => !tables.has(table))).toEqual([])
  })

  it('has no password, no key and no token', async () => {
    const original = await openForThisTest()
    const member = await new Member(original, 'ada@example.test').register('Secret@2019-passphrase')
    const { token } = await (await member.asVisitor()).call(api.createAccessToken, {
      body: { name: 'A program', scopes: ['cart:read'], days: 30 },
    })
    const secrets = await readRows<{ secret: string }>(
      original.services.db,
      sql`select password as secret from identity.account union select token from identity.session
        union select hash from access_tokens union select value from identity.verification`,
    )
    const all = Object.values(await readAll(await takeExport(original))).join('\n')
    expect(all).toContain('ada@example.test')
    expect(secrets.length).toBeGreaterThan(2)
    for (const { secret } of [...secrets, { secret: token }]) expect(all).not.toContain(secret)
  })

  it('gives users their record again when they register with the same address', async () => {
    const original = await openForThisTest()
    const { id } = await makeUser(original.services.db, 'instructor', { email: 'ada@example.test' })
    const imported = await importSchool(await takeExport(original))
    const [row] = await imported.services.db.select().from(users).where(eq(users.email, 'ada@example.test'))
    expect(row).toMatchObject({ id, role: 'instructor', identityId: null })
  })

  it('of a version before pages leaves the school with those of the application', async () => {
    const older = await leaveOut(await takeExport(await openForThisTest()), [
      ...['pages.csv', 'page_versions.csv', 'page_images.csv'],
    ])
    const imported = await importSchool(older)
    expect((await imported.visitor.request('GET', '/terms')).statusCode).toBe(200)
  })

  it('of a version before the ledger is posted again', async () => {
    const original = await openForThisTest()
    await fillSchool(original)
    const [admin, db] = [await original.signedIn('admin'), original.services.db]
    const { rows } = await admin.call.page(api.findPayments, { query: {} })
    await admin.call(api.refundPayment, { params: { id: rows[0]?._id ?? '' }, body: { amount: 10 } })
    const readLedger = (of: typeof db) =>
      readRows(of, sql`select * from entries order by payment_id, refund_id, account`)
    const imported = await importSchool(await leaveOut(await takeExport(original), ['entries.csv']))
    expect(await readLedger(imported.services.db)).toEqual(await readLedger(db))
    expect(await readLedger(db)).toHaveLength(4)
  })
})

describe('the money of a school', () => {
  it('is imported to the cent: open vouchers, credit, and orders with lines, payments and refunds', async () => {
    const original = await openForThisTest()
    const { admin, userId, orderId } = await fillWithMoney(original)
    const imported = await importSchool(await takeExport(original))
    const read = async ({ services }: TestApplication, by: typeof admin) => ({
      vouchers: (await by.call(api.listVouchers)).map(({ _id, balance, state }) => ({ _id, balance, state })),
      order: await by.call(api.getOrder, { params: { id: orderId } }),
      creditMinor: await readAvailable(services.db, userId, 'usd'),
    })
    const shown = await read(imported, await imported.signedIn('admin'))
    expect(shown).toEqual(await read(original, admin))
    expect(shown.vouchers.map(({ balance }) => balance).toSorted((a, b) => a - b)).toEqual([25.01, 100])
    expect(shown).toMatchObject({ creditMinor: 3500, order: { total: 24.99, due: 0, refunds: [{ amount: 5 }] } })
  })

  it('is not imported where a voucher or credit differs from the ledger', async () => {
    const original = await openForThisTest()
    const { userId, voucherId, spentId } = await fillWithMoney(original)
    const archive = await takeExport(original)
    const { services } = await openForThisTest()
    const change = (file: string, from: string, to: string) =>
      rewrite(archive, (name, content) => (name === file ? content.replace(from, to) : content))
    for (const [file, from, to, message] of [
      ['credits.csv', '"3000"', '"3001"', `The credit of the user ${userId} does not add up in the export.`],
      ['vouchers.csv', '"10000"', '"10001"', `The voucher ${voucherId} does not add up in the export.`],
      ['vouchers.csv', '"5000"', '"4999"', `The voucher ${spentId} does not add up in the export.`],
    ] as const) {
      const changed = await change(file, from, to)
      const manifest = await checkExport(changed, 'usd')
      await expect(importDatabase(services.db, { archive: changed, manifest }, TABLES)).rejects.toThrow(message)
    }
    expect(await services.db.$count(users)).toBe(0)
  })
})

describe('an import is refused', () => {
  it.each([
    ['with an unknown column', 'users.csv', (csv: string) => csv.replace('"email"', '"password"'), /column "password"/],
    [
      'with a time that is none',
      'users.csv',
      (csv: string) => csv.replace(/"\d{4}-[^"]+Z"/, '"yesterday"'),
      /not ISO 8601/,
    ],
    ['with a row that is too long', 'users.csv', (csv: string) => `${csv}"one","two"\r\n`, /users\.csv: /],
    [
      'without a class that rows refer to',
      'classes.csv',
      (csv: string) => csv.split('\r\n')[0] ?? '',
      /refer to rows that are missing/,
    ],
    [
      'of a newer version',
      EXPORT_MANIFEST,
      (json: string) => json.replace('"format": 2', '"format": 3'),
      /newer version/,
    ],
    [
      'of an older version whose currency had another unit',
      EXPORT_MANIFEST,
      (json: string) => json.replace('"format": 2', '"format": 1').replace('"usd"', '"isk"'),
      /older version, with other amounts in isk/,
    ],
    ['of another currency', EXPORT_MANIFEST, (json: string) => json.replace('"usd"', '"eur"'), /Set CURRENCY=eur/],
  ])('%s, and leaves the school empty', async (_what, file, edit, message) => {
    const original = await openForThisTest()
    await makeClass(original.services.db)
    const archive = await rewrite(await takeExport(original), (name, content) =>
      name === file ? edit(content) : content,
    )
    const { services } = await openForThisTest()
    const imported = async () =>
      importDatabase(services.db, { archive, manifest: await checkExport(archive, 'usd') }, TABLES)
    await expect(imported()).rejects.toThrow(message)
    expect(await services.db.$count(users)).toBe(0)
  })
})
