import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { NewRun } from '#contract/runs.ts'
import { type MadeClass, makeEnrolment, makeUser } from '../../../demo/factories.ts'
import { openTestApplication, type TestApplication } from '../../../testing/application.ts'
import { readCode, teaching } from '../../../testing/instructor.ts'
import { catchError, type Visitor } from '../../../testing/visitor.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { enrolments } from '../enrolments/enrolments.table.ts'
import { remindJob } from '../runs/minimum.ts'
import { runs } from '../runs/runs.table.ts'
import { takeSeat } from '../runs/seats.ts'

const HOUR = 3_600_000
/** 6 p.m. in Oslo, far enough away for every test. */
const START = Date.UTC(2037, 4, 5, 16)
const session = (hours = 0) => ({
  starts_at: START + hours * HOUR,
  ends_at: START + (hours + 2) * HOUR,
  rain_starts_at: null,
  rain_ends_at: null,
})
const PLACE = { name: 'Harbour Hall', address: 'Quay 4, Lightwick', latitude: null, longitude: null }
const NEW = { time_zone: 'Europe/Oslo', place: PLACE, seats: 6, sessions: [session()] } as unknown as NewRun

let application: TestApplication
beforeAll(async () => {
  application = await openTestApplication()
})
afterAll(() => application.close())

/** Adds a run at an hour and in a place of its own, unless `values` say otherwise. */
let count = 0
async function addRun(instructor: Visitor, params: { id: string }, values: object = {}): Promise<string> {
  const place = { ...PLACE, name: `Room ${++count}` }
  const body = { ...NEW, place, sessions: [session(count * 24)], ...values } as NewRun
  return (await instructor.call(api.addRun, { params, body })).insertedId
}

async function enrol(taught: MadeClass, runId: string, values: object = {}) {
  const student = await makeUser(application.services.db, 'student', values)
  await makeEnrolment(application.services.db, student, { ...taught, runId })
  return student
}

const readEmailsTo = async ({ email }: { email: string }) =>
  (await application.readEmails()).filter(({ to }) => to?.[0]?.address === email)

describe('a run at the time of another one', () => {
  it('of the same instructor is refused with the name and the time of the other session', async () => {
    const { instructor, params, taught } = await teaching(application, { name: 'Night Walks' })
    await instructor.call(api.addRun, { params, body: NEW })
    const other = { ...NEW, place: null, sessions: [session(1)] }
    const error = await catchError(instructor.call(api.addRun, { params, body: other }))
    expect(error).toMatchObject({
      code: 'DOUBLE_BOOKED',
      message: `${instructor.user.name} already teaches “Night Walks” on Tue, May 5, 2037, 18:00–20:00 (Europe/Oslo).`,
    })
    const draft = { params, body: { place: null, sessions: [session(1)] } }
    const overlap = { className: taught.name, same: 'instructor', ...{ starts_at: START, ends_at: START + 2 * HOUR } }
    expect(await instructor.call(api.listOverlaps, draft)).toMatchObject([overlap])
    expect(await readCode(instructor.call(api.addRun, { params, body: { ...other, allow_overlap: true } }))).toBeNull()
  })

  it('that is saved at the same moment is refused for one of the two', async () => {
    const place = { ...PLACE, name: 'The only studio' }
    const teachers = await Promise.all(Array.from({ length: 6 }, () => teaching(application)))
    const sessions = [session(-96)]
    const add = ({ instructor, params }: (typeof teachers)[number]) =>
      readCode(instructor.call(api.addRun, { params, body: { ...NEW, place, sessions } as NewRun }))
    const codes = await Promise.all(teachers.map(add))
    expect(codes.filter((code) => code === null)).toHaveLength(1)
    expect(codes.filter((code) => code === 'DOUBLE_BOOKED')).toHaveLength(5)
  })

  it('in the same place is refused, in any case of the letters, but not in another place or right after', async () => {
    const [first, second] = [await teaching(application, { name: 'Grain' }), await teaching(application)]
    const place = { ...PLACE, name: 'Old Mill' }
    const sessions = [session(-48)]
    await first.instructor.call(api.addRun, { params: first.params, body: { ...NEW, place, sessions } })
    const add = (values: object) =>
      readCode(second.instructor.call(api.addRun, { params: second.params, body: { ...NEW, sessions, ...values } }))
    const shouted = { ...place, name: 'OLD mill', address: 'quay 4, LIGHTWICK' }
    expect(await add({ place: shouted })).toBe('DOUBLE_BOOKED')
    expect(await add({ place, sessions: [session(-46), session(-50)] })).toBeNull()
    expect(await add({ place: { ...place, address: 'Quay 5' } })).toBeNull()
  })

  it('is no obstacle once it is canceled, and a change of other fields asks nothing', async () => {
    const { instructor, params } = await teaching(application)
    const sessions = [session(-96)]
    const [id, other] = [
      await addRun(instructor, params, { sessions }),
      await addRun(instructor, params, { sessions, allow_overlap: true }),
    ]
    const change = (body: object) => readCode(instructor.call(api.changeRun, { params: { id }, body }))
    expect(await change({ seats: 9 })).toBeNull()
    expect(await change({ place: { ...PLACE, name: 'Elsewhere' } })).toBe('DOUBLE_BOOKED')
    await instructor.call(api.cancelRun, { params: { id: other } })
    expect(await change({ place: { ...PLACE, name: 'Elsewhere' } })).toBeNull()
  })

  it('is reported to the instructor of the class and admins only', async () => {
    const { params } = await teaching(application)
    const list = (visitor: Visitor) =>
      readCode(visitor.call(api.listOverlaps, { params, body: { place: null, sessions: [session()] } }))
    expect(await list(application.visitor)).toBe('NOT_SIGNED_IN')
    expect(await list(await application.signedIn('student'))).toBe('NOT_ALLOWED')
    expect(await list(await application.signedIn('instructor'))).toBe('NOT_FOUND')
    expect(await list(await application.signedIn('admin'))).toBeNull()
  })
})

describe('the runs of an instructor', () => {
  it('are listed with their classes, the canceled ones included, and without those of others', async () => {
    const { instructor, params, taught } = await teaching(application)
    await teaching(application)
    const id = await addRun(instructor, params, { undated: 'keep' })
    await instructor.call(api.cancelRun, { params: { id } })
    const [listed, ...others] = await instructor.call(api.listOwnRuns)
    expect(others).toEqual([])
    expect(listed).toMatchObject({ _id: taught.id, className: taught.name })
    expect(listed?.runs.map(({ _id, canceled_at }) => [_id, canceled_at !== undefined])).toEqual([
      [id, true],
      [taught.runId, false],
    ])
    expect(await readCode((await application.signedIn('student')).call(api.listOwnRuns))).toBe('NOT_ALLOWED')
  })
})

describe('a change of a run', () => {
  it('of time or place is e-mailed to its students, with old and new values in the zone of the run', async () => {
    const { instructor, params, taught } = await teaching(application, { name: 'Pier in the Fog' })
    const sessions = [session(1000 * 24)]
    const id = await addRun(instructor, params, { place: PLACE, sessions })
    const student = await enrol(taught, id, { name: 'Nora Berg' })
    const unconfirmed = await enrol(taught, id, { name: 'Buy pills', identityId: 'one', emailConfirmed: false })
    const outsider = await enrol(taught, taught.runId)
    const place = { ...PLACE, name: 'Old Mill' }
    const body = { place, sessions: [{ ...sessions[0], ends_at: START + 1003 * 24 * HOUR }] }
    await instructor.call(api.changeRun, { params: { id }, body: body as Partial<NewRun> })
    const [email, ...others] = await readEmailsTo(student)
    expect(others).toEqual([])
    expect(email?.subject).toBe('Changed date: Pier in the Fog')
    expect(email?.text).toContain('Dear Nora Berg,')
    expect(email?.text).toMatch(/Old times:\n\w{3}, Jan 30, 2040, 17:00–19:00 \(Europe\/Oslo\)/)
    expect(email?.text).toMatch(/New times:\n.*Jan 30, 2040, 17:00 – \w{3}, Feb 2, 2040, 17:00/)
    expect(email?.text).toContain('Old place: Harbour Hall, Quay 4, Lightwick')
    expect(email?.text).toContain('New place: Old Mill, Quay 4, Lightwick')
    expect((await readEmailsTo(unconfirmed))[0]?.text).not.toContain('Buy pills')
    expect(await readEmailsTo(outsider)).toEqual([])
  })

  it('of other fields is not e-mailed, and a new link is not quoted', async () => {
    const { instructor, params, taught } = await teaching(application)
    const online = { place: null, online: true, link: 'https://meet.example/1' }
    const id = await addRun(instructor, params, online)
    const student = await enrol(taught, id)
    await instructor.call(api.changeRun, { params: { id }, body: { seats: 3, price: 70 } })
    expect(await readEmailsTo(student)).toEqual([])
    await instructor.call(api.changeRun, { params: { id }, body: { link: 'https://meet.example/2' } })
    const [email] = await readEmailsTo(student)
    expect(email?.text).toContain('The link has changed.')
    expect(email?.text).not.toContain('meet.example')
  })

  it('that cancels it is e-mailed to students who have not paid, too', async () => {
    const { instructor, params, taught } = await teaching(application, { name: 'Salt Prints' })
    const id = await addRun(instructor, params)
    const paying = await enrol(taught, id)
    const granted = await makeUser(application.services.db, 'student')
    const grant = {
      userId: granted.id,
      classId: taught.id,
      runId: id,
      source: 'granted',
      listPriceMinor: 0,
      createdAt: 0,
    } as const
    await transaction(application.services.db, async (tx) => {
      await tx.insert(enrolments).values(grant)
      await takeSeat(tx, id)
    })
    await instructor.call(api.cancelRun, { params: { id } })
    await application.runJobs()
    expect((await readEmailsTo(granted)).map(({ subject }) => subject)).toEqual(['Canceled date: Salt Prints'])
    expect((await readEmailsTo(paying)).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Refund of/)])
  })
})

describe('a run below its minimum', () => {
  const DECIDED = { minimum: 3, decide_at: Date.now() - HOUR }

  it('is reported to its instructor once, at the decision date', async () => {
    const { instructor, params, taught } = await teaching(application, { name: 'Lith Prints' })
    const later = await addRun(instructor, params, { minimum: 3 })
    const id = await addRun(instructor, params, DECIDED)
    await enrol(taught, id)
    const [email, ...others] = await readEmailsTo(instructor.user)
    expect(others).toEqual([])
    expect(email?.subject).toBe('Decide whether a date takes place: Lith Prints')
    expect(email?.text).toContain('has 1 of the 3 students that you need.')
    expect(email?.text).toContain(`/dashboard/dates/${taught.id}`)
    for (const runId of [id, later]) {
      await application.services.jobs.enqueue(application.services.db, remindJob, { runId })
    }
    expect(await readEmailsTo(instructor.user)).toHaveLength(1)
  })

  it('is not reported where it is confirmed, canceled, has started or has enough students', async () => {
    const { instructor, params, taught } = await teaching(application)
    const [confirmed, canceled, enough] = [
      await addRun(instructor, params, DECIDED),
      await addRun(instructor, params, DECIDED),
      await addRun(instructor, params, { ...DECIDED, minimum: 1 }),
    ]
    expect(await instructor.call(api.confirmRun, { params: { id: confirmed } })).toEqual({ modifiedCount: 1 })
    await instructor.call(api.cancelRun, { params: { id: canceled } })
    await enrol(taught, enough)
    const times = { starts_at: Date.now() - HOUR, ends_at: Date.now() + HOUR }
    await addRun(instructor, params, { minimum: 3, sessions: [{ ...session(), ...times }] })
    expect(await readEmailsTo(instructor.user)).toEqual([])
  })

  it('is reported at the new date where the decision date changes', async () => {
    const { instructor, params } = await teaching(application)
    const id = await addRun(instructor, params, { minimum: 3 })
    expect(await readEmailsTo(instructor.user)).toEqual([])
    await instructor.call(api.changeRun, { params: { id }, body: { decide_at: DECIDED.decide_at } })
    expect(await readEmailsTo(instructor.user)).toHaveLength(1)
  })

  it('is confirmed once, and the confirmation is recorded', async () => {
    const { instructor, params } = await teaching(application)
    const id = await addRun(instructor, params, DECIDED)
    const confirm = () => instructor.call(api.confirmRun, { params: { id } })
    expect([await confirm(), await confirm()]).toEqual([{ modifiedCount: 1 }, { modifiedCount: 0 }])
    const [listed] = await instructor.call(api.listRuns, { params })
    expect(listed).toMatchObject({ _id: id, confirmed_at: expect.any(Number) })
    const [entry] = await (await application.signedIn('admin')).call(api.listActivity, { query: {} })
    expect(entry).toMatchObject({ deed: 'run_confirmed', subjectId: params.id })
    expect(JSON.stringify(await application.visitor.call(api.getClass, { params }))).not.toContain('confirmed_at')
  })

  it('cannot be confirmed without a minimum, after its cancellation, in a withdrawn class, or by others', async () => {
    const { instructor, params, taught } = await teaching(application)
    const id = await addRun(instructor, params, { minimum: 3, undated: 'keep' })
    const confirm = (visitor: Visitor, runId = id) => readCode(visitor.call(api.confirmRun, { params: { id: runId } }))
    expect(await confirm(application.visitor)).toBe('NOT_SIGNED_IN')
    expect(await confirm(await application.signedIn('student'))).toBe('NOT_ALLOWED')
    expect(await confirm(await application.signedIn('instructor'))).toBe('NOT_FOUND')
    expect(await confirm(instructor, taught.runId)).toBe('NO_MINIMUM')
    await application.services.db.update(runs).set({ canceledAt: 1 }).where(eq(runs.id, id))
    expect(await confirm(instructor)).toBe('RUN_CANCELED')
    await instructor.call(api.withdrawClass, { params })
    expect(await confirm(instructor)).toBe('CLASS_WITHDRAWN')
  })
})
