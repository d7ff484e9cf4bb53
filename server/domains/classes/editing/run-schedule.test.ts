import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { NewRun } from '#contract/runs.ts'
import { type MadeClass, makeEnrolment, makeUser } from '../../../../demo/factories.ts'
import { openForThisFile } from '../../../../testing/application.ts'
import { readCode, teaching } from '../../../../testing/instructor.ts'
import { catchError, type Visitor } from '../../../../testing/visitor.ts'
import { transaction } from '../../../platform/database/transaction.ts'
import { enrolments } from '../../enrolments/enrolments.table.ts'
import { remind, remindJob } from '../runs/minimum.ts'
import { runs } from '../runs/runs.table.ts'
import { changeSeats } from '../runs/seats.ts'

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

const application = openForThisFile()

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
    expect(email?.text).toContain('No longer on (Europe/Oslo):\nMon, Jan 30, 2040, 17:00–19:00\n')
    expect(email?.text).toContain('New (Europe/Oslo):\nMon, Jan 30, 2040, 17:00 – Thu, Feb 2, 2040, 17:00\n')
    expect(email?.text).toContain('Old place: Harbour Hall, Quay 4, Lightwick')
    expect(email?.text).toContain('New place: Old Mill, Quay 4, Lightwick')
    expect((await readEmailsTo(unconfirmed))[0]?.text).not.toContain('Buy pills')
    expect(await readEmailsTo(outsider)).toEqual([])
  })

  it('of one session of a series says what is no longer on, what is new, and all sessions as they are now', async () => {
    const { instructor, params, taught } = await teaching(application, { name: 'Six Tuesdays' })
    const times = (days: number, hour: number) => {
      const day = new Date(Date.UTC(2038, 0, 5 + days)).toISOString().slice(0, 10)
      return { starts: `${day}T${hour}:00`, ends: `${day}T${hour + 2}:00` }
    }
    const id = await addRun(instructor, params, { place: PLACE, sessions: [times(0, 18), times(7, 18), times(14, 18)] })
    const student = await enrol(taught, id)
    const change = (body: object) => instructor.call(api.changeRun, { params: { id }, body })
    await change({ sessions: [times(0, 18), times(14, 18)] })
    const [dropped] = await readEmailsTo(student)
    await change({ sessions: [times(0, 18), times(14, 18), times(15, 19)] })
    const [, added] = await readEmailsTo(student)
    expect(dropped?.text).toContain('No longer on (Europe/Oslo):\nTue, Jan 12, 2038, 18:00–20:00\n\nYour date')
    expect(dropped?.text).not.toMatch(/none|New/)
    expect(dropped?.text).toContain(
      'When (Europe/Oslo):\nTue, Jan 5, 2038, 18:00–20:00\nTue, Jan 19, 2038, 18:00–20:00\n\nWhere: Harbour Hall, Quay 4',
    )
    expect(added?.text).toContain('New (Europe/Oslo):\nWed, Jan 20, 2038, 19:00–21:00\n\nYour date')
    expect(added?.text).not.toContain('No longer')
    const [file] = added?.attachments ?? []
    expect(file).toMatchObject({ filename: 'dates.ics', mimeType: 'text/calendar' })
    expect(new TextDecoder().decode(file?.content as ArrayBuffer).match(/BEGIN:VEVENT/g)).toHaveLength(3)
  })

  it('that leaves clock times and place as they are is not e-mailed', async () => {
    const { instructor, params, taught } = await teaching(application)
    const id = await addRun(instructor, params, { place: PLACE })
    const student = await enrol(taught, id)
    const [{ runs: listed } = { runs: [] }] = await instructor.call(api.listOwnRuns)
    const sessions = listed.find(({ _id }) => _id === id)?.sessions.map(({ starts, ends }) => ({ starts, ends }))
    await instructor.call(api.changeRun, { params: { id }, body: { sessions, seats: 5 } as Partial<NewRun> })
    expect(await readEmailsTo(student)).toEqual([])
  })

  it('of other fields is not e-mailed, and a new link is quoted to confirmed addresses only', async () => {
    const { instructor, params, taught } = await teaching(application)
    const online = { place: null, online: true, link: 'https://meet.example/1' }
    const id = await addRun(instructor, params, online)
    const student = await enrol(taught, id)
    const unconfirmed = await enrol(taught, id, { identityId: 'two', emailConfirmed: false })
    await instructor.call(api.changeRun, { params: { id }, body: { seats: 3, price: 70 } })
    expect(await readEmailsTo(student)).toEqual([])
    await instructor.call(api.changeRun, { params: { id }, body: { link: 'https://meet.example/2' } })
    const [email] = await readEmailsTo(student)
    expect(email?.text).toContain('The link has changed.')
    expect(email?.text).toContain('Where: online, https://meet.example/2')
    const [other] = await readEmailsTo(unconfirmed)
    expect(other?.text).toContain('Where: online; the link is on the page of your class')
    expect(other?.raw).not.toContain('meet.example')
    expect(new TextDecoder().decode(other?.attachments[0]?.content as ArrayBuffer)).not.toContain('meet.example')
  })

  it('that cancels it is e-mailed in the same words to those who have paid, with the refund, and to others', async () => {
    const { instructor, params, taught } = await teaching(application, { name: 'Salt Prints' })
    const id = await addRun(instructor, params)
    await addRun(instructor, params)
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
      await changeSeats(tx, id, { taken: 1 })
    })
    await instructor.call(api.cancelRun, { params: { id } })
    await application.runJobs()
    const emails = [...(await readEmailsTo(granted)), ...(await readEmailsTo(paying))]
    expect(emails).toHaveLength(2)
    for (const { subject, text, attachments } of emails) {
      expect(subject).toMatch(/^Canceled: Salt Prints, \w{3}, \w{3} \d+, 2037, \d\d:00–\d\d:00 \(Europe\/Oslo\)$/)
      expect(text).toMatch(/Canceled \(Europe\/Oslo\):\n\w{3}, \w{3} \d+, 2037, \d\d:00–\d\d:00\n/)
      expect(text).toMatch(/Other dates:\n\w{3}, \w{3} \d+, 2037, \d\d:00 \(Europe\/Oslo\)\n/)
      expect(new TextDecoder().decode(attachments[0]?.content as ArrayBuffer)).toContain('STATUS:CANCELLED')
    }
    const [free, paid] = emails.map(({ text = '' }) => text)
    expect(free).not.toContain('refund')
    expect(paid?.indexOf('We are refunding')).toBeGreaterThan(paid?.indexOf('Canceled (') ?? 0)
    expect(paid?.indexOf('Other dates')).toBeGreaterThan(paid?.indexOf('We are refunding') ?? 0)
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
    expect(email?.text).toContain('Needed: 3. Enrolled: 1.')
    expect(email?.text).toContain(`/dashboard/dates/${taught.id}`)
    for (const runId of [id, later]) {
      await application.services.jobs.enqueue(application.services.db, remindJob, { runId })
    }
    expect(await readEmailsTo(instructor.user)).toHaveLength(1)
  })

  it('is asked about a second time a day later, then the admins are, until it is decided', async () => {
    const { instructor, params, taught } = await teaching(application, { name: 'Cyanotypes' })
    const admin = await application.signedIn('admin')
    const [now, day] = [Date.now(), 24 * HOUR]
    const decideAt = now - HOUR
    const id = await addRun(instructor, params, { ...DECIDED, decide_at: decideAt })
    await enrol(taught, id)
    const ask = (round: 2 | 3, at: number) =>
      remind(application.services, { runId: id, again: { round, after: now + (round - 1) * day, decideAt } }, at)
    const list = async (to: Visitor & { user: { email: string } }) =>
      (await readEmailsTo(to.user)).map(({ subject }) => subject).filter((subject) => subject?.includes('Cyanotypes'))
    expect(await list(instructor)).toHaveLength(1)
    await ask(2, now + day - 1)
    expect(await list(instructor)).toHaveLength(1)
    await ask(2, now + day)
    await ask(2, now + day + 1)
    expect(await list(instructor)).toEqual(Array(2).fill('Decide whether a date takes place: Cyanotypes'))
    expect(await list(admin)).toEqual([])
    await ask(3, now + 2 * day)
    await ask(3, now + 2 * day + 1)
    expect(await list(admin)).toEqual(['Nobody has decided whether a date takes place: Cyanotypes'])
    expect((await readEmailsTo(admin.user)).at(-1)?.text).toContain(`We have asked ${instructor.user.name} twice.`)
    expect(await list(instructor)).toHaveLength(2)
  })

  it('is not asked about again once it is confirmed, or has another decision date', async () => {
    const { instructor, params } = await teaching(application)
    const [now, day] = [Date.now(), 24 * HOUR]
    const decideAt = now - HOUR
    const [confirmed, moved] = [
      await addRun(instructor, params, { ...DECIDED, decide_at: decideAt }),
      await addRun(instructor, params, { ...DECIDED, decide_at: decideAt }),
    ]
    expect(await readEmailsTo(instructor.user)).toHaveLength(2)
    await instructor.call(api.confirmRun, { params: { id: confirmed } })
    await instructor.call(api.changeRun, { params: { id: moved }, body: { decide_at: now + 30 * day } })
    for (const runId of [confirmed, moved])
      await remind(application.services, { runId, again: { round: 2, after: now + day, decideAt } }, now + day)
    expect(await readEmailsTo(instructor.user)).toHaveLength(2)
    await remind(application.services, { runId: moved }, now + 30 * day)
    expect(await readEmailsTo(instructor.user)).toHaveLength(3)
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
