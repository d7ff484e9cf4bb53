import { describe, expect, it } from 'vitest'
import { toInput } from '#contract/run-input.ts'
import type { Run } from '#contract/runs.ts'
import { withClocks } from '../../../../testing/session-fields.ts'
import { checkDraft, toField } from './run.rules.ts'
import { createDraft, EMPTY_TIMES, type RunDraft, type TimesDraft } from './run-draft.ts'
import { findChanges } from './save-run.ts'
import { toCopy, toDraft } from './stored-run.ts'

const OSLO = 'Europe/Oslo'
const times = (values: Partial<TimesDraft> = {}): TimesDraft => ({
  ...{ ...EMPTY_TIMES, date: '2027-05-04', start: '18:00', end: '20:00' },
  ...values,
})
const VALID: RunDraft = {
  ...{ ...createDraft(OSLO), placeName: 'Harbour Hall', seats: '6' },
  sessions: [{ key: 'one', times: times(), rain: null }],
}
const atTimes = (...all: Partial<TimesDraft>[]) => ({
  sessions: all.map((values, index) => ({ key: `${index}`, times: times(values), rain: null })),
})

/** Returns the message of each wrong field. */
function check(change: Partial<RunDraft>): Record<string, string | undefined> {
  const { errors } = checkDraft({ ...VALID, ...change }, 'usd')
  return Object.fromEntries(Object.entries(errors).map(([field, { message }]) => [field, message]))
}

describe('a draft of a date', () => {
  it('is sent as clock times with its zone: the browser converts none', () => {
    const { run } = checkDraft({ ...VALID, lastMoment: '2027-05-01T12:00' }, 'usd')
    expect(run).toMatchObject({
      time_zone: OSLO,
      place: { name: 'Harbour Hall', address: '', latitude: null, longitude: null },
      ...{ last_moment: null, last_moment_clock: '2027-05-01T12:00' },
      sessions: [{ starts: '2027-05-04T18:00', ends: '2027-05-04T20:00', rain_starts: null, rain_ends: null }],
    })
  })

  it('takes times as people type them', () => {
    const { run } = checkDraft(
      { ...VALID, ...atTimes({ start: '6 pm', end: '2030' }), lastMoment: '2027-05-01T9' },
      'usd',
    )
    expect(run?.sessions).toMatchObject([{ starts: '2027-05-04T18:00', ends: '2027-05-04T20:30' }])
    expect(run?.last_moment_clock).toBe('2027-05-01T09:00')
  })

  it('shows what the server refuses at the field of the form', () => {
    expect(toField(['sessions', '0', 'starts'])).toBe('sessions.0.times.start')
    expect(toField(['sessions', '2', 'rain_ends'])).toBe('sessions.2.rain.end')
    expect(toField(['last_moment_clock'])).toBe('lastMoment')
  })

  it.each<[string, Partial<RunDraft>, Record<string, string>]>([
    ['without a place', { placeName: ' ' }, { placeName: 'place is required' }],
    ['without seats', { seats: '' }, { seats: 'seats is required' }],
    ['with a part of a seat', { seats: '2.5' }, { seats: 'seats must be a whole number from 0 to 10,000' }],
    ['with a price that is too low', { price: '0.1' }, { price: 'price must be at least $0.50' }],
    ['with half of its coordinates', { latitude: '59.9' }, { latitude: 'latitude and longitude belong together' }],
    ['with coordinates off the earth', { latitude: '91', longitude: '0' }, { latitude: expect.any(String) }],
    ['with words for a latitude', { latitude: 'north', longitude: '0' }, { latitude: expect.any(String) }],
    ['with an unsafe link', { where: 'online', link: 'http://a.example' }, { link: 'must be an https address' }],
    [
      'without times',
      { sessions: [{ key: 'one', times: EMPTY_TIMES, rain: null }] },
      {
        'sessions.0.times.date': 'date is required',
        'sessions.0.times.start': 'start is required',
        'sessions.0.times.end': 'end is required',
      },
    ],
    [
      'with a time that is none',
      atTimes({ start: 'noon' }),
      { 'sessions.0.times.start': 'start must be a time such as 18:00' },
    ],
    [
      'with a last moment without a time',
      { lastMoment: '2027-05-01T' },
      { lastMoment: expect.stringMatching(/date and a time/) },
    ],
    [
      'with a decision without a date',
      { minimum: '3', decideAt: 'T18:00' },
      { decideAt: expect.stringMatching(/date and a time/) },
    ],
    [
      'that ends before it starts',
      atTimes({ end: '16:00' }),
      { 'sessions.0.times.end': 'Session 1 ends before it starts' },
    ],
    ['that overlaps itself', atTimes({}, { start: '19:00' }), { 'sessions.1.times.end': 'Sessions 1 and 2 overlap' }],
    [
      'with a rain date before its end',
      { sessions: [{ key: 'one', times: times(), rain: times({ date: '2027-05-03' }) }] },
      { 'sessions.0.rain.start': 'Session 1 has a rain date before its end' },
    ],
    [
      'with a rain date that ends before it starts',
      { sessions: [{ key: 'one', times: times(), rain: times({ date: '2027-05-05', end: '17:00' }) }] },
      { 'sessions.0.rain.end': 'Session 1 has a rain date that ends before it starts' },
    ],
    [
      'that is decided on after its start',
      { minimum: '3', decideAt: '2027-05-05T12:00' },
      { decideAt: 'decision date is after the start' },
    ],
    [
      'that can be booked after its end',
      { lastMoment: '2027-05-05T12:00' },
      { lastMoment: 'last moment to enroll is after the end' },
    ],
  ])('%s is refused at the field', (_, change, expected) => {
    expect(check(change)).toMatchObject(expected)
    expect(Object.keys(check(change))).toEqual(Object.keys(expected))
  })
})

const STORED: Run = {
  ...{ _id: '1', time_zone: OSLO, online: false, link: null, price: 50, own_price: null, seats: 4, enroll: 2 },
  ...{ starts_at: Date.UTC(2027, 9, 30, 20), ends_at: Date.UTC(2027, 9, 31, 1, 30), version: 3 },
  ...{ starts: '2027-10-30T22:00', ends: '2027-10-31T02:30' },
  place: { name: 'Harbour Hall', address: 'Quay 4', latitude: 59.9, longitude: 10.7 },
  ...{ last_moment: Date.UTC(2027, 9, 29, 1, 30), last_moment_clock: '2027-10-29T03:30' },
  ...{ minimum: 3, decide_at: Date.UTC(2027, 9, 28), decide_clock: '2027-10-28T02:00', confirmed_at: null },
  sessions: [
    withClocks({
      // The second 02:30 of the night.
      ...{ _id: 'a', starts_at: Date.UTC(2027, 9, 30, 20), ends_at: Date.UTC(2027, 9, 31, 1, 30) },
      ...{ rain_starts_at: Date.UTC(2027, 9, 31, 20), rain_ends_at: Date.UTC(2027, 10, 2, 3) },
    }),
  ],
}

describe('a stored date', () => {
  it('is unchanged after its draft is read back, nights, repeated hours and rain dates of several days included', () => {
    const draft = toDraft(STORED, 'UTC')
    expect(draft.sessions[0]?.times).toMatchObject({ date: '2027-10-30', end: '02:30', endDate: '' })
    expect(draft.sessions[0]?.rain).toMatchObject({ endDate: '2027-11-02' })
    const { run, errors } = checkDraft(draft, 'usd')
    expect(errors).toEqual({})
    expect(run).toMatchObject(toInput(STORED))
    expect(run && findChanges(run, STORED)).toEqual({})
  })

  it('sends only the fields that changed', () => {
    const { run } = checkDraft({ ...toDraft(STORED, 'UTC'), seats: '9', price: '70' }, 'usd')
    expect(run && findChanges(run, STORED)).toEqual({ seats: 9, price: 70 })
  })

  it('is copied with new sessions and all of its seats', () => {
    const { run } = checkDraft(toCopy(STORED, 'UTC'), 'usd')
    expect(run).toMatchObject({ seats: 6, minimum: 3 })
    expect(run?.sessions[0]).not.toHaveProperty('_id')
  })
})
