import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeRun } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { teaching } from '../../../testing/instructor.ts'
import { buy } from '../../../testing/paying.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'

const application = openForThisFile()

const ONLINE = { isOnline: true, link: 'https://meet.test/1' }
const HOUR = 3_600_000

/** Creates a class with an online run of one session, and a student who has bought it. */
async function makeBought() {
  const at = await teaching(application, { name: 'Night Harbour' })
  const run = await makeRun(application.services.db, at.taught.id, ONLINE)
  const student = await application.signedIn('student')
  await buy(student, { ...at.taught, runId: run.id })
  return { ...at, run, student }
}

/** Reads a path as a calendar program does: without signing in. */
const get = (path: string) => application.visitor.request('GET', path)

function parse(text: string) {
  const component = new ICAL.Component(ICAL.parse(text))
  return component.getAllSubcomponents('vevent').map((event) => ({
    id: event.getFirstPropertyValue('uid'),
    sequence: event.getFirstPropertyValue('sequence'),
    status: event.getFirstPropertyValue('status'),
    location: event.getFirstPropertyValue('location'),
    start: new ICAL.Event(event).startDate.toString(),
  }))
}

async function renew(visitor: Visitor): Promise<string> {
  const { feed_url } = await visitor.call(api.renewCalendarFeed)
  return new URL(feed_url).pathname
}

const readFeed = async (path: string) => parse((await get(path)).body)

it('a new name of a class has a new sequence, without which calendars keep the old one', async () => {
  const { instructor, taught, params } = await teaching(application, { name: 'Old Name' })
  await makeRun(application.services.db, taught.id)
  const read = async (slug: string) => {
    const { body } = await get(`/classes/${slug}-${taught.id}.ics`)
    return [/^SUMMARY:(.*?)\r?$/m.exec(body)?.[1], /^SEQUENCE:(.*?)\r?$/m.exec(body)?.[1]]
  }
  expect(await read('old-name')).toEqual(['Old Name', '0'])
  await instructor.call(api.changeClass, { params, body: { className: 'New Name' } })
  expect(await read('new-name')).toEqual(['New Name', '1'])
  await instructor.call(api.changeClass, { params, body: { level: 'beginner' } })
  expect(await read('new-name')).toEqual(['New Name', '1'])
})

describe('the calendar of a class', () => {
  it('has the sessions that can be booked, without links, and redirects from other names', async () => {
    const { taught, instructor, run } = await makeBought()
    const soon = { startsAt: Date.now() + HOUR, lastMoment: Date.now() - HOUR }
    await makeRun(application.services.db, taught.id, soon)
    const path = `/classes/night-harbour-${taught.id}.ics`
    const { statusCode, headers, body } = await get(path)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(parse(body)).toMatchObject([{ location: 'Online', status: 'CONFIRMED', sequence: 0 }])
    expect(body).not.toContain('meet.test')
    expect((await get(path)).headers.etag).toBe(headers.etag)
    const other = await get(`/classes/${taught.id}.ics`)
    expect([other.statusCode, other.headers.location]).toEqual([301, path])
    await instructor.call(api.cancelRun, { params: { id: run.id } })
    expect(parse((await get(path)).body)).toEqual([])
  })

  it('is not found for a class that is not on offer', async () => {
    const { taught } = await teaching(application, { status: 'pending', name: 'Fog' })
    for (const name of [`fog-${taught.id}`, `fog-${crypto.randomUUID()}`, 'fog'])
      expect((await get(`/classes/${name}.ics`)).statusCode).toBe(404)
  })
})

describe('the file of a run', () => {
  it('is for its students only, and has the link', async () => {
    const { run, student, instructor, taught } = await makeBought()
    const params = { id: run.id }
    expect(parse(await student.call(api.getRunCalendar, { params }))).toMatchObject([{ location: ONLINE.link }])
    for (const other of [instructor, await application.signedIn('student')])
      expect(await catchCode(other.call(api.getRunCalendar, { params }))).toBe('NOT_FOUND')
    const open = await application.signedIn('student')
    await buy(open, taught)
    expect(await catchCode(open.call(api.getRunCalendar, { params: { id: taught.runId } }))).toBe('NOT_FOUND')
  })
})

describe('the calendar of a student whose enrolment has ended', () => {
  it('says why: the file is refused, and the feed shows the session as canceled, until they enroll again', async () => {
    const { taught, run, student } = await makeBought()
    const admin = await application.signedIn('admin')
    const path = await renew(student)
    const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
    await admin.call(api.refundPayment, { params: { id: payment?._id ?? '' } })
    const error = await catchError(student.call(api.getRunCalendar, { params: { id: run.id } }))
    expect(error.code).toBe('ENROLMENT_ENDED')
    expect(error.message).toMatch(/^Your enrolment ended on .+ \(Europe\/Oslo\): we refunded your payment\.$/)
    const { body } = await get(path)
    expect(parse(body)).toMatchObject([{ status: 'CANCELLED', sequence: 1, location: 'Online' }])
    expect(body.replaceAll('\r\n ', '')).toContain('Your enrolment has ended: we refunded your payment.')
    expect(body).not.toContain('meet.test')
    await buy(student, { ...taught, runId: run.id })
    expect(await readFeed(path)).toMatchObject([{ status: 'CONFIRMED', location: ONLINE.link }])
  })

  it('has nothing of a place that they have cancelled themselves', async () => {
    const { student } = await makeBought()
    const path = await renew(student)
    const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
    await student.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })
    expect(await readFeed(path)).toEqual([])
  })
})

describe('a calendar feed', () => {
  it('has the sessions of a student, and of an instructor, and no others', async () => {
    const { run, student, instructor } = await makeBought()
    await makeBought()
    for (const person of [student, instructor]) {
      const path = await renew(person)
      expect(await readFeed(path)).toMatchObject([
        { location: ONLINE.link, status: 'CONFIRMED', sequence: run.sequence },
      ])
      const { headers } = await get(path)
      expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' })
      expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    }
    expect(await readFeed(await renew(await application.signedIn('admin')))).toEqual([])
  })

  it('keeps the id of a session that moves, with a higher sequence, and shows a canceled one to both', async () => {
    const { run, student, instructor } = await makeBought()
    const [path, taughtPath] = [await renew(student), await renew(instructor)]
    const [before] = await readFeed(path)
    const sessions = (run.startsAt === null ? [] : [run.startsAt + 24 * HOUR]).map((starts_at) => {
      const rain = { rain_starts_at: null, rain_ends_at: null }
      return { ...rain, _id: String(before?.id), starts_at, ends_at: starts_at + HOUR }
    })
    await instructor.call(api.changeRun, { params: { id: run.id }, body: { sessions } })
    const [after] = await readFeed(path)
    expect(after).toMatchObject({ id: before?.id, sequence: 1, status: 'CONFIRMED' })
    expect(after?.start).not.toBe(before?.start)
    await instructor.call(api.cancelRun, { params: { id: run.id } })
    await application.runJobs()
    const canceled = [{ id: before?.id, sequence: 2, status: 'CANCELLED' }]
    expect([await readFeed(path), await readFeed(taughtPath)]).toMatchObject([canceled, canceled])
  })

  it('ends when its address is renewed or switched off, and with the account', async () => {
    const { student } = await makeBought()
    const status = async (path: string) => (await get(path)).statusCode
    const settings = () => student.call(api.getCalendarSettings)
    expect(await settings()).toEqual({ feed_url: null, reminders: true })
    const first = await renew(student)
    const second = await renew(student)
    expect((await settings()).feed_url).toContain(second)
    expect([await status(first), await status(second)]).toEqual([404, 200])
    expect(await student.call(api.endCalendarFeed)).toEqual({ deletedCount: 1 })
    expect(await student.call(api.endCalendarFeed)).toEqual({ deletedCount: 0 })
    expect([await status(second), await settings()]).toEqual([404, { feed_url: null, reminders: true }])
    const third = await renew(student)
    await (await application.signedIn('admin')).call(api.deleteUser, { params: { id: student.user.id } })
    expect(await status(third)).toBe(404)
  })

  it('is found under its whole address only, and is read a limited number of times', async () => {
    const path = await renew(await application.signedIn('student'))
    const other = await renew(await application.signedIn('student'))
    const [id, signature] = path.slice('/calendar/'.length, -'.ics'.length).split('.')
    for (const file of [`${id}.ics`, `${id}.${signature}`, `${id}.${other.split('.')[1]}.ics`, `${id}.x.ics`, 'x'])
      expect((await get(`/calendar/${file}`)).statusCode).toBe(404)
    for (let read = 0; read < 120; read++) await get(path)
    const refused = await get(path)
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await get(other)).statusCode).toBe(200)
  })
})
