import { count, eq, sum } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { Material } from '#contract/classes.ts'
import { ownPicture } from '#contract/picture-address.ts'
import { classes, materials } from '#server/classes/classes.table.ts'
import { enrolments, payments } from '#server/payments/payments.table.ts'
import { users } from '#server/users/users.table.ts'
import { booksOf } from '../tests/orders.ts'
import { openTestSchool, PUBLIC_URL, type TestSchool } from '../tests/school.ts'
import { openDemo } from './open.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openTestSchool({ DEMO: 'on' })
  await openDemo(school, () => {})
})
afterAll(() => school.close())

const everyone = (role: 'student' | 'instructor' | 'admin') =>
  school.parts.db.select().from(users).where(eq(users.role, role))

const statusOf = async (file: string) => (await school.visitor.request('GET', file)).statusCode

/** Every address that a browser may choose from. */
function variantsOf(address: string): string[] {
  const own = ownPicture(address)
  return own ? [own.avif, own.webp].flatMap((srcset) => srcset.split(', ').map((it) => it.replace(/ .*/, ''))) : []
}

describe('the demo school', () => {
  it('has books that the audit finds nothing in, and receipts in the order in which they were paid', async () => {
    expect(await booksOf(school)).toEqual({ differences: [], underWay: [] })
    const paid = await school.parts.db.select().from(payments).orderBy(payments.receipt)
    const times = paid.map(({ createdAt }) => createdAt)
    expect(times).toEqual([...times].sort((a, b) => a - b))
  })

  it('has at least 8 instructors, 40 students, 30 classes of which 24 are approved, 4 slides and 6 reviews', async () => {
    expect((await everyone('instructor')).length).toBeGreaterThanOrEqual(8)
    expect(await everyone('student')).toHaveLength(40)
    const all = await school.parts.db.select().from(classes)
    const by = (status: string) => all.filter((one) => one.status === status)
    expect([all.length, by('approve').length]).toEqual([30, 24])
    expect(by('deny').every(({ feedback }) => feedback !== 'no feedback')).toBe(true)
    expect(await school.visitor.call(api.listSlides)).toHaveLength(4)
    expect(await school.visitor.call(api.listReviews)).toHaveLength(6)
  })

  it('has a class that is sold out', async () => {
    expect((await school.visitor.call(api.listApprovedClasses)).some(({ seats }) => seats === 0)).toBe(true)
  })

  it('has enrolments and payments that agree with what its classes count', async () => {
    const { db } = school.parts
    for (const { id, name, enroll, priceMinor } of await db.select().from(classes)) {
      const [taken] = await db.select({ seats: count() }).from(enrolments).where(eq(enrolments.classId, id))
      const [paid] = await db
        .select({ money: sum(payments.amountMinor) })
        .from(payments)
        .where(eq(payments.classId, id))
      expect([name, Number(taken?.seats), Number(paid?.money ?? 0)]).toEqual([name, enroll, enroll * priceMinor])
    }
  })

  it('has an instructor’s account with approved classes that have enrolments, one pending and one denied', async () => {
    const [instructor] = await school.parts.db.select().from(users).where(eq(users.email, 'instructor@demo.school'))
    const own = await school.parts.db
      .select()
      .from(classes)
      .where(eq(classes.instructorId, instructor?.id ?? ''))
    expect(own.filter(({ status, enroll }) => status === 'approve' && enroll > 0).length).toBeGreaterThan(0)
    expect(own.filter(({ status }) => status === 'pending')).toHaveLength(1)
    expect(own.filter(({ status }) => status === 'deny')).toHaveLength(1)
  })

  it.each(['admin', 'instructor', 'student'])(
    'lets %s@demo.school in with the password of the hint box',
    async (role) => {
      const answer = await school.visitor.request('POST', '/api/auth/sign-in/email', {
        headers: { origin: PUBLIC_URL },
        body: { email: `${role}@demo.school`, password: 'Demo@2019' },
      })
      expect(answer.statusCode).toBe(200)
    },
  )

  it('has material for every approved class, in paragraphs and with articles to read on', async () => {
    const taught = await school.parts.db
      .select()
      .from(classes)
      .leftJoin(materials, eq(materials.classId, classes.id))
      .where(eq(classes.status, 'approve'))
    for (const { classes: one, class_materials: given } of taught) {
      const { text, links } = Material.parse(given)
      expect([one.name, text.split('\n\n').length, links.length]).toEqual([
        one.name,
        expect.toSatisfy((paragraphs: number) => paragraphs >= 2),
        expect.toSatisfy((articles: number) => articles >= 2),
      ])
    }
    expect(taught).toHaveLength(24)
  })

  it('is filled once: opening it again changes nothing', async () => {
    const before = await school.parts.db.select({ all: count() }).from(payments)
    await openDemo(school, () => {})
    expect(await school.parts.db.select({ all: count() }).from(payments)).toEqual(before)
    expect(await everyone('student')).toHaveLength(40)
  })

  it('shows no picture that is not there', async () => {
    const shown = [
      ...(await school.visitor.call(api.listApprovedClasses)).map(({ classImage }) => classImage),
      ...(await school.visitor.call(api.listInstructors)).map(({ image }) => image ?? ''),
      ...(await school.visitor.call(api.listSlides)).map(({ img }) => img),
      ...(await school.visitor.call(api.listReviews)).map(({ image_url }) => image_url),
    ]
    const files = new Set(shown.flatMap((address) => [address, ...variantsOf(address)]))
    expect(files.size).toBeGreaterThan(8 * 24)
    const statuses = await Promise.all([...files].map(async (file) => [file, await statusOf(file)]))
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([])
  })

  it('answers 404 for a picture that is not there, and for one outside its folder', async () => {
    const [known = ''] = (await school.visitor.call(api.listSlides)).map(({ img }) => img)
    for (const address of [
      known.replace('1600x', '1601x'),
      '/pictures/demo/..%2fopen.ts/320.avif',
      '/pictures/demo/x/..%2f..%2f..%2fhome.ts',
    ])
      expect([address, await statusOf(address)]).toEqual([address, 404])
  })
})
