import ICAL from 'ical.js'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { toClockColumns } from '../classes/runs/clock-times.ts'
import type { EventRow } from './events.ts'
import { buildCalendar } from './ics.ts'
import { buildTimeZone } from './time-zone-rules.ts'

const HOUR = 3_600_000
const OPTIONS = { name: 'Night Harbour', publicUrl: 'https://school.test', showsLinks: false }
const ID = '00000000-0000-4000-8000-000000000001'

interface EventOptions {
  session?: Partial<EventRow['session']>
  run?: Partial<EventRow['run']>
  name?: string
  isCanceled?: boolean
}

/** A session of two hours, by default at 18:00 in Oslo on May 4, 2027. */
function makeEvent(startsAt = Date.UTC(2027, 4, 4, 16), options: EventOptions = {}): EventRow {
  const { session, run: ofRun } = options
  const timeZone = ofRun?.timeZone ?? 'Europe/Oslo'
  const times = { startsAt, endsAt: startsAt + 2 * HOUR, rainStartsAt: null, rainEndsAt: null, ...session }
  const run = {
    id: ID,
    sequence: 3,
    createdAt: Date.UTC(2027, 0, 1),
    timeZone: 'Europe/Oslo',
    isOnline: false,
    link: null,
  }
  const place = { placeName: null, placeAddress: null, latitude: null, longitude: null }
  return {
    session: { id: ID, runId: ID, ...times, ...toClockColumns(times, timeZone) } as EventRow['session'],
    run: { ...run, ...place, ...ofRun } as EventRow['run'],
    class: { _id: ID, name: options.name ?? 'Night Harbour', slug: 'night-harbour' },
    isCanceled: options.isCanceled ?? false,
    whyEnded: null,
  }
}

function parse(text: string) {
  const component = new ICAL.Component(ICAL.parse(text))
  // A calendar program knows the zones of a file by its own rules only.
  for (const zone of component.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  return { component, events: component.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one)) }
}

const first = (...options: Parameters<typeof makeEvent>) => {
  const [event] = parse(buildCalendar([makeEvent(...options)], OPTIONS)).events
  if (!event) throw new Error('There is no event.')
  return event
}

describe('a calendar file', () => {
  it('has each session with a stable id, its sequence, its place and the page of its class', () => {
    const place = { placeName: 'Hall; 4th, floor', placeAddress: 'Quay 4', latitude: 59.9, longitude: 10.7 }
    const text = buildCalendar([makeEvent(undefined, { run: place })], OPTIONS)
    const [event] = parse(text).events
    expect(event).toMatchObject({
      uid: ID,
      sequence: 3,
      summary: 'Night Harbour',
      location: 'Hall; 4th, floor, Quay 4',
    })
    expect(event?.component.getFirstPropertyValue('geo')).toEqual([59.9, 10.7])
    expect(event?.component.getFirstPropertyValue('url')).toBe(`https://school.test/classes/night-harbour-${ID}`)
    expect(event?.component.getFirstPropertyValue('status')).toBe('CONFIRMED')
    expect(text).toContain('DTSTART;TZID=Europe/Oslo:20270504T180000\r\n')
    expect(buildCalendar([makeEvent(undefined, { run: place })], OPTIONS)).toBe(text)
  })

  it('says that a canceled session is canceled, and names a rain date', () => {
    const rain = { rainStartsAt: Date.UTC(2027, 4, 5, 16), rainEndsAt: Date.UTC(2027, 4, 5, 18) }
    const event = first(undefined, { isCanceled: true, session: rain })
    expect(event.component.getFirstPropertyValue('status')).toBe('CANCELLED')
    expect(event.summary).toBe('Canceled: Night Harbour')
    expect(event.description).toContain('If it rains: Wed, May 5, 2027, 18:00–20:00 (Europe/Oslo)')
  })

  it('has the link of an online run for its students only', () => {
    const online = makeEvent(undefined, { run: { isOnline: true, link: 'https://meet.test/a,b;c' } })
    expect(buildCalendar([online], OPTIONS)).not.toContain('meet.test')
    const [event] = parse(buildCalendar([online], { ...OPTIONS, showsLinks: true })).events
    expect(event?.location).toBe('https://meet.test/a,b;c')
    expect(parse(buildCalendar([online], OPTIONS)).events[0]?.location).toBe('Online')
  })

  it.each([
    ['line breaks', 'Fog\r\nBEGIN:VEVENT\nSUMMARY:forged', /^Fog\s+BEGIN:VEVENT\nSUMMARY:forged$/],
    ['commas, semicolons and backslashes', 'A, b; c\\n "d"', /^A, b; c\\n "d"$/],
    ['200 characters of four bytes', '📷'.repeat(200), /^(📷){200}$/u],
    ['control characters', 'a\u0000\u001bb', /^a {2}b$/],
  ])('is not broken by a name with %s', (_, name, expected) => {
    const text = buildCalendar([makeEvent(undefined, { name })], { ...OPTIONS, name })
    const { component, events } = parse(text)
    expect(events).toHaveLength(1)
    expect(events[0]?.summary).toMatch(expected)
    expect(component.getFirstPropertyValue('x-wr-calname')).toMatch(/./)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('is valid without sessions, and writes UTC without a zone', () => {
    expect(parse(buildCalendar([], OPTIONS)).events).toEqual([])
    expect(buildCalendar([makeEvent(undefined, { run: { timeZone: 'UTC' } })], OPTIONS)).toContain(
      'DTSTART:20270504T160000Z',
    )
  })
})

/** Returns a function that counts how often a clock in a zone was read since. */
function spyOnClocks(): () => number {
  const spies = [
    vi.spyOn(Intl.DateTimeFormat.prototype as { readonly format: unknown }, 'format', 'get'),
    vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts'),
  ]
  onTestFinished(() => spies.forEach((spy) => void spy.mockRestore()))
  return () => spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
}

describe('the time zones of a calendar file', () => {
  it.each([
    ['before and after summer time', 'Europe/Oslo', [Date.UTC(2027, 2, 27, 17), Date.UTC(2027, 2, 29, 16)]],
    ['after the hour that is skipped', 'America/New_York', [Date.UTC(2027, 2, 14, 7, 30)]],
    ['south of the equator, over years', 'Australia/Sydney', [Date.UTC(2027, 0, 5), Date.UTC(2029, 6, 5)]],
    ['with summer time by half an hour', 'Australia/Lord_Howe', [Date.UTC(2027, 3, 3), Date.UTC(2027, 3, 5)]],
    ['with offsets of minutes', 'Asia/Kathmandu', [Date.UTC(2027, 4, 4, 16)]],
    ['when summer time pauses for a week', 'Asia/Gaza', [18, 21, 28].map((day) => Date.UTC(2040, 9, day, 16))],
    ['in the first hours of a year', 'Europe/Oslo', [Date.UTC(2026, 11, 31, 23, 30), Date.UTC(2027, 0, 1, 0, 30)]],
    ['where the offset has changed for good', 'Asia/Almaty', [Date.UTC(2020, 4, 4), Date.UTC(2027, 0, 1, 0, 30)]],
    [
      'with a change in Ramadan',
      'Africa/Casablanca',
      [Date.UTC(2026, 0, 20), Date.UTC(2026, 1, 25), Date.UTC(2026, 3, 1)],
    ],
  ])('give programs the right instant %s', (_, timeZone, starts) => {
    const text = buildCalendar(
      starts.map((at) => makeEvent(at, { run: { timeZone } })),
      OPTIONS,
    )
    expect(parse(text).events.map(({ startDate }) => startDate.toJSDate().getTime())).toEqual(starts)
    ICAL.TimezoneService.reset()
  })

  it('have each change of a year with sessions once', () => {
    const rules = buildTimeZone('Europe/Oslo', [{ from: Date.UTC(2027, 0), to: Date.UTC(2027, 11, 31) }])
    expect(rules.match(/DTSTART:.*|TZOFFSETTO:.*/g)?.map((line) => line.trim())).toEqual([
      ...['DTSTART:19700101T000000', 'TZOFFSETTO:+0100'],
      ...['DTSTART:20270328T020000', 'TZOFFSETTO:+0200'],
      ...['DTSTART:20271031T030000', 'TZOFFSETTO:+0100'],
    ])
  })

  it('cost nothing for years without sessions, and nothing when the file is written again', () => {
    const zones = Intl.supportedValuesOf('timeZone').slice(0, 20)
    const starts = [Date.UTC(2027, 6, 5, 16), Date.UTC(2099, 0, 5, 16)]
    const events = zones.flatMap((timeZone) => starts.map((at) => makeEvent(at, { run: { timeZone } })))
    const countReadings = spyOnClocks()
    const text = buildCalendar(events, OPTIONS)
    const first = countReadings()
    expect(buildCalendar(events, OPTIONS)).toBe(text)
    const second = countReadings() - first
    // Walking through all 72 years would take some 200,000 each time.
    expect(first).toBeLessThan(events.length * 150)
    expect(second).toBeLessThan(events.length * 5)
    expect(parse(text).events.map(({ startDate }) => startDate.toJSDate().getTime())).toEqual(
      zones.flatMap(() => starts),
    )
    ICAL.TimezoneService.reset()
  })
})
