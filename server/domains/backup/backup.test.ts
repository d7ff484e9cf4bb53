import { buffer } from 'node:stream/consumers'
import { asc, eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import { makeClass, makeUser } from '../../../demo/factories.ts'
import { openForThisTest, type TestApplication } from '../../../testing/application.ts'
import { openRestored, takeBackup } from '../../../testing/backups.ts'
import { drawTwoColors, drawWide, readBytes, upload } from '../../../testing/images.ts'
import { Member } from '../../../testing/member.ts'
import { buy } from '../../../testing/paying.ts'
import { sized } from '../../../testing/size.ts'
import { catchCode } from '../../../testing/visitor.ts'
import { makeVoucher } from '../../../testing/vouchers.ts'
import { must } from '../../platform/app-error.ts'
import { readRows } from '../../platform/database/database.ts'
import { JOB_KINDS } from '../../registered.ts'
import { cartItems } from '../cart/cart.table.ts'
import { runs } from '../classes/runs/runs.table.ts'
import { readAvailable } from '../credit/credit.ts'
import { images } from '../images/images.table.ts'
import { audit } from '../payments/audit.ts'
import { payments } from '../payments/payments.table.ts'
import * as Refunds from '../payments/refunds.ts'
import { users } from '../users/users.table.ts'
import { activate, isInactive } from './activation.ts'

const STUDENTS = sized(6, 60)
const PURCHASES_EACH = sized(2, 10)

/** Lets students buy one class after the other, all at once. Returns a promise for the end. */
async function keepBuying(application: TestApplication): Promise<{ end: Promise<unknown> }> {
  const { db } = application.services
  const classes: Awaited<ReturnType<typeof makeClass>>[] = []
  for (let number = 0; number < PURCHASES_EACH; number++) classes.push(await makeClass(db, { seats: STUDENTS }))
  const students = []
  for (let number = 0; number < STUDENTS; number++)
    students.push(await application.signedIn('student', { emailConfirmed: true }))
  const end = Promise.all(
    students.map(async (student) => {
      for (const chosen of classes) await buy(student, chosen)
    }),
  )
  return { end }
}

const readReceipts = ({ services: { db } }: TestApplication) =>
  db.select({ receipt: payments.receipt, id: payments.id }).from(payments).orderBy(asc(payments.receipt))

describe('a backup that is taken while students buy', () => {
  it('is one moment: restored elsewhere it has no discrepancies, and every payment of before', async () => {
    const original = await openForThisTest()
    await buy(await original.signedIn('student'), await makeClass(original.services.db))
    const before = await readReceipts(original)
    const { end } = await keepBuying(original)
    await expect
      .poll(() => original.services.db.$count(payments), { timeout: 20_000 })
      .toBeGreaterThan(before.length + 2)
    const { path } = await takeBackup(original)
    await end
    const restored = await openRestored(path)
    const after = await readReceipts(restored)
    expect(after.length).toBeGreaterThan(before.length)
    expect(after.length).toBeLessThan(1 + STUDENTS * PURCHASES_EACH)
    expect(after.slice(0, before.length)).toEqual(before)
    expect(await audit(restored.services)).toMatchObject({ discrepancies: [] })
  }, 60_000)

  it('goes on with the numbers of receipts, and with holds, carts, open vouchers and credit as they were', async () => {
    const original = await openForThisTest()
    const [student, admin] = [await original.signedIn('student'), await original.signedIn('admin')]
    await makeVoucher(admin, 60)
    await admin.call(api.grantCredit, { params: { id: student.user.id }, body: { amount: 30, reason: 'Goodwill' } })
    const [first, second] = [await makeClass(original.services.db), await makeClass(original.services.db)]
    await buy(student, first)
    await student.call(api.selectClass, { body: { classId: second.id } })
    const restored = await openRestored((await takeBackup(original)).path)
    expect(await restored.services.db.select().from(cartItems)).toEqual(
      await original.services.db.select().from(cartItems),
    )
    expect(await (await restored.signedIn('admin')).call(api.listVouchers)).toEqual(await admin.call(api.listVouchers))
    expect(await readAvailable(restored.services.db, student.user.id, 'usd')).toBe(3000)
    await buy(await restored.signedIn('student'), first)
    const [old, next] = await readReceipts(restored)
    expect(next?.receipt).toBe((old?.receipt ?? 0) + 1)
    expect(await audit(restored.services)).toMatchObject({ discrepancies: [] })
  })
})

describe('a restored school', () => {
  it('has passwords but no sessions and no access tokens: everybody signs in again', async () => {
    const original = await openForThisTest()
    const member = await new Member(original, 'ada@example.test').register()
    const visitor = await member.asVisitor()
    const body = { name: 'A program', scopes: ['cart:read'], days: 30 }
    const { token } = await visitor.call(api.createAccessToken, { body })
    const restored = await openRestored((await takeBackup(original)).path)
    const program = restored.visitor.as(token)
    expect(await catchCode(program.call(api.listCart, { query: { email: member.email } }))).toBe('NOT_SIGNED_IN')
    const headers = { cookie: member.cookie }
    expect((await restored.visitor.request('GET', '/api/auth/get-session', { headers })).body).toBe('null')
    const again = new Member(restored, 'ada@example.test')
    expect((await again.signIn()).statusCode).toBe(200)
  })

  it('sends no e-mail that the original had queued, and runs the other jobs once after it is activated', async () => {
    const original = await openForThisTest()
    const { db } = original.services
    await buy(await original.signedIn('student'), await makeClass(db))
    const [payment] = await db.select().from(payments)
    await Refunds.refund({ ...original.services }, payment?.id ?? '', { reason: 'cancelled', requestedBy: null })
    const restored = await openRestored((await takeBackup(original)).path)
    const { services } = restored
    expect(await isInactive(services.db)).toBe(true)
    expect(await restored.readEmails()).toEqual([])
    expect(await readRefundStatus(restored)).toBe('queued')
    expect(await activate(services.db, services.jobs, JOB_KINDS)).toBe(true)
    expect(await activate(services.db, services.jobs, JOB_KINDS)).toBe(false)
    expect(await isInactive(services.db)).toBe(false)
    expect(await restored.readEmails()).toEqual([])
    expect(await readRefundStatus(restored)).toBe('done')
    expect(await audit(services)).toMatchObject({ discrepancies: [] })
  })

  it('has every picture, byte for byte, and no row of one that was removed while the backup was taken', async () => {
    const original = await openForThisTest()
    const instructor = await original.signedIn('instructor')
    await upload(instructor, await readBytes(drawTwoColors(800, 600).png()))
    await upload(instructor, await readBytes(drawTwoColors(800, 600).png()))
    await original.imagePipeline.intake.finish()
    const [stays, goes] = await original.services.db.select().from(images)
    await original.imagePipeline.storage.remove([`${goes?.name}/800.webp`])
    const { path, manifest } = await takeBackup(original)
    expect(manifest).toMatchObject({ images: 1, missing_images: [goes?.name] })
    const restored = await openRestored(path)
    expect(await restored.services.db.select().from(images)).toEqual([stays])
    const read = async ({ imagePipeline }: TestApplication) =>
      buffer(must(await imagePipeline.storage.get(`${stays?.name}/640.avif`)).bytes)
    expect(await read(restored)).toEqual(await read(original))
  })

  it('has the files of a picture that follow after its upload, and keeps one that has none of them yet', async () => {
    const original = await openForThisTest()
    const instructor = await original.signedIn('instructor')
    for (let count = 0; count < 2; count++) await upload(instructor, await drawWide(60, 40))
    await original.imagePipeline.intake.finish()
    const [whole, early] = await original.services.db.select().from(images)
    const later = ['60-p3.avif', '60-p3.webp'].map((file) => `${early?.name}/${file}`)
    await original.imagePipeline.storage.remove(later)
    const { path, manifest } = await takeBackup(original)
    expect(manifest).toMatchObject({ images: 2, missing_images: [] })
    const { imagePipeline } = await openRestored(path)
    for (const file of ['60-p3.avif', '60-p3.webp'])
      expect(await imagePipeline.storage.get(`${whole?.name}/${file}`)).not.toBeNull()
    expect(await imagePipeline.storage.get(`${early?.name}/60.webp`)).not.toBeNull()
  })
})

async function readRefundStatus({ services: { db } }: TestApplication): Promise<string | undefined> {
  const [row] = await readRows<{ status: string }>(db, sql`select status from payment_refunds`)
  return row?.status
}

describe('a backup', () => {
  it('has every table of the school but those that it names', async () => {
    const { manifest } = await takeBackup(await openForThisTest())
    const { services, tables } = await openForThisTest()
    const all = await readRows<{ name: string }>(
      services.db,
      sql`select table_schema || '.' || table_name as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'jobs', 'drizzle')`,
    )
    const expected = all.map(({ name }) => name).filter((name) => !(name in tables.leftOut))
    expect(manifest.tables.map(({ name }) => name).sort()).toEqual(expected.sort())
  })

  it('keeps values exactly, whatever characters they have', async () => {
    const original = await openForThisTest()
    const { db } = original.services
    const name = 'Ada\u2028 "Öst" \\N \t, = \u{1f4f7}\nsecond line'
    const { id } = await makeUser(db, 'student', { name, image: '' })
    const made = await makeClass(db)
    await db.update(runs).set({ latitude: 59.913_868_123_456_7, longitude: -0.1 }).where(eq(runs.id, made.runId))
    const restored = await openRestored((await takeBackup(original)).path)
    const [row] = await restored.services.db.select().from(users).where(eq(users.id, id))
    expect([row?.name, row?.image]).toEqual([name, ''])
    const [run] = await restored.services.db.select().from(runs).where(eq(runs.id, made.runId))
    expect([run?.latitude, run?.longitude]).toEqual([59.913_868_123_456_7, -0.1])
  })
})
