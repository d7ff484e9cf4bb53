import { and, count, eq, sum } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../contract/api.ts'
import { parseImageUrl } from '../contract/image-url.ts'
import { Material } from '../contract/materials.ts'
import { REMARK_KINDS } from '../contract/remark-geometry.ts'
import { classes } from '../server/domains/classes/classes.table.ts'
import { runs } from '../server/domains/classes/runs/runs.table.ts'
import { briefs, pictures, remarks, submissions, versions } from '../server/domains/critique/critique.table.ts'
import { enrolments } from '../server/domains/enrolments/enrolments.table.ts'
import { materials } from '../server/domains/materials/materials.table.ts'
import { payments } from '../server/domains/payments/payments.table.ts'
import { profiles } from '../server/domains/profiles/profiles.table.ts'
import { users } from '../server/domains/users/users.table.ts'
import { openForThisFile } from '../testing/application.ts'
import { readAudit } from '../testing/orders.ts'
import { PUBLIC_URL } from '../testing/visitor.ts'
import { openDemo } from './open.ts'

const application = openForThisFile({ DEMO: 'on' })
beforeAll(async () => {
  await openDemo(application, () => {})
})

const listUsers = (role: 'student' | 'instructor' | 'admin') =>
  application.services.db.select().from(users).where(eq(users.role, role))

const readStatus = async (file: string) => (await application.visitor.request('GET', file)).statusCode

/** Returns every URL of an image that a browser may choose. */
function listVariants(address: string): string[] {
  const own = parseImageUrl(address)
  return own ? [own.avif, own.webp].flatMap((srcset) => srcset.split(', ').map((it) => it.replace(/ .*/, ''))) : []
}

describe('the demo', () => {
  it('passes the audit, and has receipts in the order of payment', async () => {
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
    const paid = await application.services.db.select().from(payments).orderBy(payments.receipt)
    const times = paid.map(({ createdAt }) => createdAt)
    expect(times).toEqual([...times].sort((a, b) => a - b))
  })

  it('has at least 8 instructors, 40 students, 30 classes of which 24 are approved, 4 slides and 6 reviews', async () => {
    expect((await listUsers('instructor')).length).toBeGreaterThanOrEqual(8)
    expect(await listUsers('student')).toHaveLength(40)
    const all = await application.services.db.select().from(classes)
    const by = (status: string) => all.filter((one) => one.status === status)
    expect([all.length, by('approve').length]).toEqual([30, 24])
    expect(by('deny').every(({ feedback }) => feedback !== 'no feedback')).toBe(true)
    expect(await application.visitor.call(api.listSlides)).toHaveLength(4)
    expect(await application.visitor.call(api.listReviews)).toHaveLength(6)
  })

  it('has a text, an outcome, a list of what to bring and a date to come for each class that waits for approval', async () => {
    const { db } = application.services
    const pending = await db.select().from(classes).where(eq(classes.status, 'pending'))
    expect(pending).toHaveLength(3)
    for (const { id, name, description, outcome, bring } of pending) {
      expect(
        [description, outcome, bring].map((text) => text.length > 40),
        name,
      ).toEqual([true, true, true])
      const dates = await db.select({ startsAt: runs.startsAt }).from(runs).where(eq(runs.classId, id))
      expect(
        dates.map(({ startsAt }) => (startsAt ?? 0) > Date.now()),
        name,
      ).toEqual([true])
    }
    expect(new Set(pending.map(({ level }) => level)).size).toBe(3)
  })

  it('tells something about each instructor', async () => {
    const profileRows = await application.services.db.select().from(profiles)
    expect(profileRows.map(({ userId }) => userId).sort()).toEqual(
      (await listUsers('instructor')).map(({ id }) => id).sort(),
    )
  })

  it('has a sold-out class', async () => {
    expect((await application.visitor.call(api.listApprovedClasses)).some(({ seats }) => seats === 0)).toBe(true)
  })

  it('has enrolments and payments that match the counts and prices of its classes and runs', async () => {
    const { db } = application.services
    for (const { id, name, enroll } of await db.select().from(classes)) {
      expect([name, await db.$count(enrolments, eq(enrolments.classId, id))]).toEqual([name, enroll])
    }
    const rows = await db.select().from(runs).innerJoin(classes, eq(classes.id, runs.classId))
    for (const { runs: run, classes: owner } of rows) {
      const price = run.listPriceMinor ?? owner.listPriceMinor
      const [paid] = await db
        .select({ money: sum(payments.amountPaidMinor) })
        .from(payments)
        .where(eq(payments.runId, run.id))
      const enrolled = await db.$count(enrolments, eq(enrolments.runId, run.id))
      expect([enrolled, Number(paid?.money ?? 0)], owner.name).toEqual([run.enroll, run.enroll * price])
    }
  })

  it('has an instructor account with approved classes with enrolments, one pending class and one denied', async () => {
    const [instructor] = await application.services.db
      .select()
      .from(users)
      .where(eq(users.email, 'instructor@demo.school'))
    const own = await application.services.db
      .select()
      .from(classes)
      .where(eq(classes.instructorId, instructor?.id ?? ''))
    expect(own.filter(({ status, enroll }) => status === 'approve' && enroll > 0).length).toBeGreaterThan(0)
    expect(own.filter(({ status }) => status === 'pending')).toHaveLength(1)
    expect(own.filter(({ status }) => status === 'deny')).toHaveLength(1)
  })

  it('has a brief with eight submissions, of which the student has released critique of each kind, and another drafts', async () => {
    const handedIn = await application.services.db.select().from(submissions)
    expect([handedIn.length, new Set(handedIn.map(({ briefId }) => briefId)).size]).toEqual([8, 1])
    const rows = await application.services.db
      .select({ kind: remarks.kind, releasedAt: remarks.releasedAt, state: submissions.state, email: users.email })
      .from(remarks)
      .innerJoin(versions, eq(versions.id, remarks.versionId))
      .innerJoin(pictures, eq(pictures.id, versions.pictureId))
      .innerJoin(submissions, eq(submissions.id, pictures.submissionId))
      .innerJoin(users, eq(users.id, submissions.userId))
    const released = rows.filter(({ releasedAt }) => releasedAt !== null)
    const drafts = rows.filter(({ releasedAt }) => releasedAt === null)
    for (const all of [released, drafts])
      expect([...new Set(all.map(({ kind }) => kind))].toSorted()).toEqual([...REMARK_KINDS].toSorted())
    expect(released.every(({ email, state }) => email === 'student@demo.school' && state === 'released')).toBe(true)
    expect(drafts.every(({ email, state }) => email !== 'student@demo.school' && state === 'open')).toBe(true)
  })

  it('shows different pictures of the submission that waits longest and of the denied class of its instructor', async () => {
    const { db } = application.services
    const [longest] = await db
      .select({ hash: versions.hash, instructorId: classes.instructorId })
      .from(submissions)
      .innerJoin(pictures, eq(pictures.submissionId, submissions.id))
      .innerJoin(versions, eq(versions.pictureId, pictures.id))
      .innerJoin(briefs, eq(briefs.id, submissions.briefId))
      .innerJoin(classes, eq(classes.id, briefs.classId))
      .where(eq(submissions.state, 'open'))
      .orderBy(submissions.waitingSince)
      .limit(1)
    const own = eq(classes.instructorId, longest?.instructorId ?? '')
    const denied = await db
      .select()
      .from(classes)
      .where(and(own, eq(classes.status, 'deny')))
    expect(denied.map(({ image }) => image.includes(`/${longest?.hash}/`))).toEqual([false])
  })

  it.each(['admin', 'instructor', 'student'])(
    'signs in %s@demo.school with the password of the hint box',
    async (role) => {
      const response = await application.visitor.request('POST', '/api/auth/sign-in/email', {
        headers: { origin: PUBLIC_URL },
        body: { email: `${role}@demo.school`, password: 'Demo@2019' },
      })
      expect(response.statusCode).toBe(200)
    },
  )

  it('has material for every approved class, in paragraphs and with links to articles', async () => {
    const taught = await application.services.db
      .select()
      .from(classes)
      .leftJoin(materials, eq(materials.classId, classes.id))
      .where(eq(classes.status, 'approve'))
    for (const { classes: one, class_materials: material } of taught) {
      const { text, links } = Material.parse(material)
      expect([one.name, text.split('\n\n').length, links.length]).toEqual([
        one.name,
        expect.toSatisfy((paragraphs: number) => paragraphs >= 2),
        expect.toSatisfy((articles: number) => articles >= 2),
      ])
    }
    expect(taught).toHaveLength(24)
  })

  it('is filled once: opening it again changes nothing', async () => {
    const before = await application.services.db.select({ all: count() }).from(payments)
    await openDemo(application, () => {})
    expect(await application.services.db.select({ all: count() }).from(payments)).toEqual(before)
    expect(await listUsers('student')).toHaveLength(40)
  })

  it('shows existing images only', async () => {
    const shown = [
      ...(await application.visitor.call(api.listApprovedClasses)).map(({ classImage }) => classImage),
      ...(await application.visitor.call(api.listInstructors)).map(({ image }) => image ?? ''),
      ...(await application.visitor.call(api.listSlides)).map(({ img }) => img),
      ...(await application.visitor.call(api.listReviews)).map(({ image_url }) => image_url),
    ]
    const files = new Set(shown.flatMap((address) => [address, ...listVariants(address)]))
    expect(files.size).toBeGreaterThan(8 * 24)
    const statuses = await Promise.all([...files].map(async (file) => [file, await readStatus(file)]))
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([])
  })

  it('shows slides that are sharp at two pixels in one: those that load with the page for at most 45 KB, the others for 65', async () => {
    const slides = await application.visitor.call(api.listSlides)
    const widest = slides.map(({ img }) => img.replace(/\d+x\d+-.+/, '2560.avif'))
    const sizes = await Promise.all(
      widest.map(async (file) => (await application.visitor.request('GET', file)).rawPayload.length),
    )
    expect(sizes).toHaveLength(4)
    expect(sizes.filter((size, index) => size === 0 || size > (index < 2 ? 45_000 : 65_000))).toEqual([])
  })

  it('returns 404 for a missing image, and for one outside its folder', async () => {
    const [url = ''] = (await application.visitor.call(api.listSlides)).map(({ img }) => img)
    for (const address of [
      url.replace(/\d+x\d+/, '1601x1067'),
      '/pictures/demo/..%2fopen.ts/320.avif',
      '/pictures/demo/x/..%2f..%2f..%2fhome.ts',
    ])
      expect([address, await readStatus(address)]).toEqual([address, 404])
  })
})
