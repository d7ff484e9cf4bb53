import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { NewRun, RunChange, SessionInput } from '#contract/runs.ts'
import { openForThisFile } from '../../../../testing/application.ts'
import { teaching } from '../../../../testing/instructor.ts'
import { catchError } from '../../../../testing/visitor.ts'

const OSLO = 'Europe/Oslo'
const HOUR = 3_600_000

const application = openForThisFile()
let at: Awaited<ReturnType<typeof teaching>>
beforeAll(async () => {
  at = await teaching(application, { name: 'Clocks of Many Towns' })
})

const toBody = (values: object) => ({ time_zone: OSLO, seats: 4, allow_overlap: true, ...values }) as NewRun
const toSession = (starts: string, ends: string, values: object = {}): SessionInput => ({ starts, ends, ...values })

/** Adds a run and returns it. */
async function add(values: object) {
  const { insertedId } = await at.instructor.call(api.addRun, { params: at.params, body: toBody(values) })
  return read(insertedId)
}

async function read(id: string) {
  const run = (await at.instructor.call(api.listRuns, { params: at.params })).find(({ _id }) => _id === id)
  if (!run) throw new Error('There is no run.')
  return run
}

async function change(id: string, body: RunChange) {
  await at.instructor.call(api.changeRun, { params: { id }, body: { allow_overlap: true, ...body } })
  return read(id)
}

const refuse = (values: object) =>
  catchError(at.instructor.call(api.addRun, { params: at.params, body: toBody(values) }))

describe('the clock times of a run', () => {
  it.each([
    ['America/Winnipeg', 15],
    ['America/Inuvik', 16],
    ['America/Vancouver', 17],
    ['America/Edmonton', 16],
    ['Africa/Casablanca', 10],
    ['America/Havana', 14],
    ['America/Asuncion', 13],
    ['America/Coyhaique', 13],
  ])('are stored and returned as they were sent, in %s too', async (time_zone, hour) => {
    const run = await add({ time_zone, sessions: [toSession('2027-01-16T10:00', '2027-01-16T12:00')] })
    const [starts_at, ends_at] = [Date.UTC(2027, 0, 16, hour), Date.UTC(2027, 0, 16, hour + 2)]
    const times = { starts: '2027-01-16T10:00', ends: '2027-01-16T12:00', starts_at, ends_at }
    expect(run).toMatchObject({ ...times, sessions: [{ ...times, rain_starts: null }] })
  })

  it('win over instants where both are sent; instants alone are taken as before', async () => {
    const instants = { starts_at: Date.UTC(2037, 0, 1), ends_at: Date.UTC(2037, 0, 2) }
    const both = await add({ sessions: [toSession('2037-05-04T18:00', '2037-05-04T20:00', instants)] })
    expect(both.sessions).toMatchObject([{ starts: '2037-05-04T18:00', starts_at: Date.UTC(2037, 4, 4, 16) }])
    const alone = await add({ sessions: [{ starts_at: Date.UTC(2037, 4, 4, 16), ends_at: Date.UTC(2037, 4, 4, 18) }] })
    expect(alone.sessions).toMatchObject([{ starts: '2037-05-04T18:00', ends: '2037-05-04T20:00' }])
  })

  it('that happen twice are the first; a second one that is stored stays', async () => {
    const first = await add({ sessions: [toSession('2037-10-25T02:30', '2037-10-25T05:00')] })
    expect(first.starts_at).toBe(Date.UTC(2037, 9, 25, 0, 30))
    const second = Date.UTC(2037, 9, 25, 1, 30)
    const run = await add({ sessions: [{ starts_at: second, ends_at: second + 2 * HOUR }] })
    expect(run.starts).toBe('2037-10-25T02:30')
    const [{ _id, starts, ends }] = run.sessions as [(typeof run.sessions)[number]]
    expect((await change(run._id, { seats: 9, sessions: [{ _id, starts, ends }] })).starts_at).toBe(second)
  })

  it('stay when the time zone of the run changes', async () => {
    const rain = { rain_starts: '2037-05-05T18:00', rain_ends: '2037-05-05T20:00' }
    const run = await add({
      sessions: [toSession('2037-05-04T18:00', '2037-05-04T20:00', rain)],
      ...{ last_moment_clock: '2037-05-01T12:00', minimum: 2, decide_clock: '2037-05-02T12:00' },
    })
    expect(run.sessions).toMatchObject([{ ...rain, rain_starts_at: Date.UTC(2037, 4, 5, 16) }])
    const moved = await change(run._id, { time_zone: 'America/New_York' })
    expect(moved).toMatchObject({
      ...{ starts: '2037-05-04T18:00', starts_at: Date.UTC(2037, 4, 4, 22) },
      ...{ last_moment_clock: '2037-05-01T12:00', last_moment: Date.UTC(2037, 4, 1, 16) },
      ...{ decide_clock: '2037-05-02T12:00', decide_at: Date.UTC(2037, 4, 2, 16) },
      sessions: [{ ...rain, rain_starts_at: Date.UTC(2037, 4, 5, 22) }],
    })
  })

  it('of the last moment are cleared and replaced, by a clock time or an instant', async () => {
    const session = toSession('2037-05-04T18:00', '2037-05-04T20:00')
    const run = await add({ sessions: [session], last_moment_clock: '2037-05-01T12:00' })
    const replaced = await change(run._id, { last_moment: Date.UTC(2037, 4, 2, 10) })
    expect(replaced.last_moment_clock).toBe('2037-05-02T12:00')
    expect((await change(run._id, { last_moment_clock: null })).last_moment).toBeNull()
    const open = await add({ time_zone: OSLO, last_moment_clock: '2037-05-01T12:00' })
    // An open run has no zone: its last moment is in UTC.
    expect(open).toMatchObject({
      time_zone: null,
      last_moment: Date.UTC(2037, 4, 1, 10),
      last_moment_clock: '2037-05-01T10:00',
    })
  })

  it.each<[string, object, string]>([
    [
      'that does not exist',
      { sessions: [toSession('2037-03-29T02:30', '2037-03-29T05:00')] },
      'sessions.0.starts: 02:30 does not exist on this day: clocks in Europe/Oslo go forward over it.',
    ],
    [
      'of a rain date that does not exist',
      {
        sessions: [
          toSession('2037-03-20T20:00', '2037-03-20T22:00', {
            rain_starts: '2037-03-29T02:30',
            rain_ends: '2037-03-29T05:00',
          }),
        ],
      },
      'sessions.0.rain_starts: 02:30 does not exist',
    ],
    [
      'of no day',
      { sessions: [toSession('2037-02-30T10:00', '2037-02-30T12:00')] },
      'sessions.0.starts: must be a date and a time',
    ],
    ['without an end', { sessions: [{ starts: '2037-02-03T10:00' }] }, 'sessions.0.ends: is required'],
    ['without a start', { sessions: [{ ends: '2037-02-03T10:00' }] }, 'sessions.0.starts: is required'],
    [
      'without a zone',
      { time_zone: null, sessions: [toSession('2037-02-03T10:00', '2037-02-03T12:00')] },
      'time_zone: time zone is required',
    ],
    [
      'of the year 9999',
      { sessions: [toSession('9999-12-31T10:00', '9999-12-31T12:00')] },
      'is not between the years 2000 and 2100',
    ],
    [
      'far beyond all calendars',
      { sessions: [{ starts_at: 9e15, ends_at: 9e15 + 1 }] },
      'is not between the years 2000 and 2100',
    ],
    [
      'that ends before it starts',
      { sessions: [toSession('2037-02-03T10:00', '2037-02-03T09:00')] },
      'ends before it starts',
    ],
  ])('%s are refused', async (_, values, message) => {
    expect(await refuse(values)).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining(message) })
  })

  it('find overlaps by the zone of the draft', async () => {
    await add({ sessions: [toSession('2037-08-03T10:00', '2037-08-03T12:00')] })
    const find = (time_zone: string) =>
      at.instructor.call(api.listOverlaps, {
        params: at.params,
        body: { time_zone, place: null, sessions: [toSession('2037-08-03T10:00', '2037-08-03T12:00')] },
      })
    expect(await find('Africa/Cairo')).toMatchObject([{ starts: '2037-08-03T10:00', time_zone: OSLO }])
    expect(await find('Asia/Tokyo')).toEqual([])
  })

  it('are found by their own month and weekday', async () => {
    const run = await add({ time_zone: 'Asia/Tokyo', sessions: [toSession('2038-02-01T00:30', '2038-02-01T02:00')] })
    // A Monday, while it is January and Sunday in UTC.
    const search = async (query: object) =>
      (await application.visitor.call(api.listApprovedClasses, { query: { q: at.taught.name, ...query } })).map(
        ({ _id }) => _id,
      )
    expect(run.starts_at).toBe(Date.UTC(2038, 0, 31, 15, 30))
    expect(await search({ month: '2038-02', weekday: 'mon' })).toEqual([at.taught.id])
    expect(await search({ month: '2038-01' })).toEqual([])
  })

  it('are told in another zone, which the server converts', async () => {
    const query = {
      time_zone: 'America/Winnipeg',
      starts_at: Date.UTC(2037, 0, 16, 16),
      ends_at: Date.UTC(2037, 0, 16, 18),
    }
    const times = { starts: '2037-01-16T11:00', ends: '2037-01-16T13:00' }
    expect(await at.instructor.call(api.getOwnTimes, { query })).toEqual(times)
    expect(await catchError(application.visitor.call(api.getOwnTimes, { query }))).toMatchObject({
      code: 'NOT_SIGNED_IN',
    })
    const wrong = { query: { ...query, time_zone: 'Mars/Olympus' } }
    expect(await catchError(at.instructor.call(api.getOwnTimes, wrong))).toMatchObject({ code: 'INVALID_INPUT' })
  })
})

describe('the last moment of an open run', () => {
  it('is a clock time of the school’s zone, also after the school has moved to another', async () => {
    const admin = await application.signedIn('admin')
    const moveSchool = (time_zone: string | null) => admin.call(api.changeSchool, { body: { time_zone } })
    await moveSchool('America/New_York')
    const run = await add({ time_zone: null, last_moment_clock: '2027-05-04T12:00' })
    const noon = { last_moment: Date.UTC(2027, 4, 4, 16), last_moment_clock: '2027-05-04T12:00', time_zone: null }
    expect(run).toMatchObject(noon)
    expect(await add({ time_zone: OSLO, last_moment_clock: '2027-05-04T18:00' })).toMatchObject(noon)
    expect(await add({ time_zone: null, last_moment: Date.UTC(2027, 4, 4, 16) })).toMatchObject(noon)
    const params = { id: run._id }
    const body = { last_moment_clock: '2027-05-04T12:00' }
    expect(await at.instructor.call(api.changeRun, { params, body })).toEqual({ modifiedCount: 0 })
    await at.instructor.call(api.changeRun, { params, body: { seats: 3 } })
    const { runs } = await application.visitor.call(api.getClass, { params: { id: at.params.id } })
    expect(runs.find(({ _id }) => _id === run._id)).toMatchObject(noon)

    await moveSchool(OSLO)
    expect(await read(run._id)).toMatchObject({ ...noon, last_moment_clock: '2027-05-04T18:00' })
    await moveSchool(null)
    expect(await read(run._id)).toMatchObject({ ...noon, last_moment_clock: '2027-05-04T16:00' })
  })
})
