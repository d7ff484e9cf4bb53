import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { NewRun } from '#contract/runs.ts'
import { toClassPath, toSlug } from '#contract/slug.ts'
import { type ClassOptions, makeClass, makeRun } from '../../demo/factories.ts'
import { openForThisFile, openForThisTest } from '../../testing/application.ts'
import { teaching } from '../../testing/instructor.ts'
import { HALL, makeSessions } from '../../testing/session-fields.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** 18:00 in Oslo on a Tuesday of next year or the one after. */
const YEAR = new Date().getUTCFullYear() + 2
const START = Date.UTC(YEAR, 4, 4, 16)

const application = openForThisFile()

const NEW = { time_zone: 'Europe/Oslo', place: HALL, seats: 6, sessions: makeSessions(START) } as NewRun

/** Creates a class with runs beside its open one, which has no seats. Returns a reader of its page. */
async function makeDated(bodies: Partial<NewRun>[], options: ClassOptions = {}, own = application) {
  const { instructor, taught, params } = await teaching(own, { seats: 0, ...options })
  const runIds: string[] = []
  for (const body of bodies) {
    const call = { params, body: { ...NEW, allow_overlap: true, undated: 'keep' as const, ...body } }
    runIds.push((await instructor.call(api.addRun, call)).insertedId)
  }
  const path = toClassPath({ _id: taught.id, slug: toSlug(taught.name) })
  const read = async () => toText((await own.visitor.request('GET', path)).body)
  return { instructor, taught, runIds, path, read }
}

/** Removes the marks that React puts between texts. */
const toText = (html: string) => html.replaceAll('<!-- -->', '')

const formatDay = (at: number) => {
  const format = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
  return `${format.format(at)}, ${YEAR}`
}

describe('the dates on the page of a class', () => {
  it('have their times in a named zone, place, price, seats, last moment and a Select button each', async () => {
    const { read, path, taught } = await makeDated([
      { price: 95, last_moment: START - DAY },
      { place: null, online: true, link: 'https://meet.example/1', seats: 0, sessions: makeSessions(START + DAY) },
    ])
    const html = await read()
    const label = (at: number) => `Select<span class="sr-only"> ${taught.name}, ${formatDay(at)}, 18:00</span>`
    for (const text of [
      ...[`${formatDay(START)}, 18:00–20:00`, 'Time zone: Europe/Oslo', 'Harbour Hall, Quay 4, Lightwick'],
      ...['mlat=59.9', '$95.00', '6 of 6 seats left', `Enroll by ${formatDay(START - DAY)}, 18:00.`],
      ...[
        label(START),
        label(START + DAY),
        '>Online<',
        '0 of 0 seats left',
        '>Sold out<',
        `href="${path}.ics"`,
        'href="#dates"',
      ],
    ])
      expect(html).toContain(text)
    expect(html).not.toContain('meet.example')
    // Both dates are in one zone, which is named once.
    expect(html.match(/Time zone: /g)).toHaveLength(1)
    expect(html).toContain(`<time dateTime="${new Date(START).toISOString()}"`)
  })

  it('fold long lists of sessions, and have all of them without JavaScript', async () => {
    const starts = Array.from({ length: 6 }, (_, week) => START + week * 7 * DAY)
    const { read } = await makeDated([{ sessions: makeSessions(...starts) }])
    const [shown = '', folded = ''] = (await read()).split(/<details[^>]*>/)
    for (const at of starts.slice(0, 3)) expect(shown).toContain(formatDay(at))
    for (const at of starts.slice(3)) expect(folded.split('</details>')[0]).toContain(formatDay(at))
    expect(folded).toContain('and 3 more sessions')
  })

  it('say the minimum, and follow its change and its confirmation', async () => {
    const { read, instructor, runIds } = await makeDated([{ minimum: 5 }])
    const rule = (minimum: number, decision: string) =>
      `Takes place with at least ${minimum} students; we decide by ${decision}. Otherwise you get your money back.`
    expect(await read()).toContain(rule(5, `${formatDay(START - 2 * DAY)}, 18:00`))
    const params = { id: runIds[0] ?? '' }
    await instructor.call(api.changeRun, { params, body: { minimum: 4 } })
    expect(await read()).toContain(rule(4, `${formatDay(START - 2 * DAY)}, 18:00`))
    await instructor.call(api.changeRun, { params, body: { decide_at: START - 3 * DAY } })
    expect(await read()).toContain(rule(4, `${formatDay(START - 3 * DAY)}, 18:00`))
    await instructor.call(api.confirmRun, { params })
    expect(await read()).not.toContain('Otherwise you get your money back')
  })

  it('have golden and blue hour and the rain date of an outdoor session', async () => {
    const [session] = makeSessions(START)
    const rain = { rain_starts_at: START + DAY, rain_ends_at: START + DAY + HOUR }
    const html = await (await makeDated([{ sessions: [{ ...session, ...rain }] as NewRun['sessions'] }])).read()
    expect(html).toMatch(/Golden hour 20:\d\d–21:\d\d, blue hour 21:\d\d–22:\d\d/)
    expect(html).toContain(`If it rains: ${formatDay(START + DAY)}, 18:00–19:00`)
    const indoors = { place: { ...HALL, latitude: null, longitude: null } }
    expect(await (await makeDated([indoors])).read()).not.toContain('olden hour')
  })

  it('are one date with one Select button, where the class has a single run with dates', async () => {
    const { db } = application.services
    const chosen = await makeClass(db, { name: 'Once', seats: 0 })
    await makeRun(db, chosen.id, { startsAt: START })
    await db.execute(`update runs set canceled_at = 1 where id = '${chosen.runId}'`)
    const html = toText((await application.visitor.request('GET', `/classes/once-${chosen.id}`)).body)
    expect(html).toContain('>Date<')
    expect(html.match(/Select</g)).toHaveLength(1)
    expect(html).not.toContain('Choose a date')
  })

  it('are not listed for a class that has only its open run', async () => {
    const html = await (await makeDated([], { seats: 4 })).read()
    expect(html).toContain('4 of 4 seats left')
    for (const text of ['id="dates"', 'Next date', '.ics', 'Time zone']) expect(html).not.toContain(text)
  })

  it('are structured data in the rendered page', async () => {
    const { path } = await makeDated([{}, { sessions: makeSessions(START + DAY), price: 95 }])
    const { body } = await application.visitor.request('GET', path)
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    const graph: { '@type': string; hasCourseInstance?: unknown[]; offers?: object }[] = JSON.parse(json)['@graph']
    expect(graph.map((thing) => thing['@type'])).toEqual(['Course', 'BreadcrumbList', 'Event', 'Event'])
    expect(graph[0]?.hasCourseInstance).toHaveLength(3)
    expect(graph[3]).toMatchObject({ startDate: `${YEAR}-05-05T18:00+02:00`, offers: { price: 95 } })
  })
})

describe('a canceled date', () => {
  it('stays on the page of its class, for people and as a canceled event for search engines, until it would be over', async () => {
    const { db } = application.services
    const chosen = await makeClass(db, { name: 'Lost Light' })
    const place = { placeName: 'Harbour Hall', placeAddress: 'Quay 4' }
    const { id } = await makeRun(db, chosen.id, { startsAt: START, ...place, canceledAt: 1 })
    await makeRun(db, chosen.id, { startsAt: Date.now() - 9 * DAY, ...place, canceledAt: 1 })
    const { body, statusCode } = await application.visitor.request('GET', `/classes/lost-light-${chosen.id}`)
    expect(statusCode).toBe(200)
    expect(toText(body)).toContain(`Canceled: ${formatDay(START)}, 18:00–20:00`)
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    const graph: { '@type': string }[] = JSON.parse(json)['@graph']
    expect(graph.filter((thing) => thing['@type'] === 'Event')).toMatchObject([
      { '@id': expect.stringContaining(id), eventStatus: 'https://schema.org/EventCancelled' },
    ])
  })
})

describe('the card of a class', () => {
  it('has its next date and the lowest price, on the home page and in the list, and none for an open run', async () => {
    const own = await openForThisTest()
    const dates = [{ price: 30 }, { sessions: makeSessions(START + DAY) }, { sessions: makeSessions(START + 2 * DAY) }]
    await makeDated(dates, {}, own)
    for (const path of ['/', '/classes']) {
      const html = toText((await own.visitor.request('GET', path)).body)
      expect(html).toContain(`>${formatDay(START)}, 18:00 and 2 more dates</p>`)
      expect(html).toContain('from </span><span class="tabular-nums">$30.00<')
    }
    const other = await openForThisTest()
    await makeClass(other.services.db)
    const html = toText((await other.visitor.request('GET', '/classes')).body)
    expect(html).toContain('10 of 10 seats left')
    expect(html).not.toContain('more date')
  })
})
