import { describe, expect, it } from 'vitest'
import type { AdminFigures } from '#contract/figures.ts'
import type { ClassRuns } from '#contract/run-editing.ts'
import type { Webhook } from '#contract/webhooks.ts'
import { listAdminSteps } from './admin-steps.ts'
import { listInstructorSteps } from './instructor-steps.ts'
import type { Step } from './step-list.tsx'

const NOW = Date.UTC(2027, 0, 1)
const DAY = 86_400_000

function run(changes: object) {
  const session = { starts: '2027-01-09T10:00', ends: '2027-01-09T12:00' }
  const starts_at = NOW + 8 * DAY
  return { _id: 'run', starts_at, ends_at: starts_at + 1, minimum: 4, enroll: 3, sessions: [session], ...changes }
}

const describeStep = ({ title, text, figure }: Step) =>
  [title, text, figure?.value, figure?.unit].filter(Boolean).join(' | ')

function listSteps(changes: object = {}, ofClass: object = {}, denied = 0, submissions = 0): string[] {
  const classes = [{ _id: 'fog', className: 'Fog', runs: [run(changes)], ...ofClass }] as unknown as ClassRuns[]
  const queue = { total: submissions, rows: [{ file: null }] }
  return listInstructorSteps(classes, { denied, denied_image: null, queue }, NOW).map(describeStep)
}

describe('what waits for an instructor', () => {
  it('is a date that lacks students', () => {
    expect(listSteps()).toEqual(['Fog | Sat, Jan 9, 2027, 10:00–12:00 (UTC): 3 of 4 students needed.'])
  })

  it('is no date that has enough, is confirmed, has begun, is canceled, or is of a withdrawn class', () => {
    for (const changes of [{ enroll: 4 }, { confirmed_at: 1 }, { starts_at: NOW - 1 }, { canceled_at: 1 }])
      expect(listSteps(changes), JSON.stringify(changes)).toEqual([])
    expect(listSteps({}, { withdrawn_at: 1 })).toEqual([])
  })

  it('is pictures that have no critique yet', () => {
    expect(listSteps({ enroll: 4 }, {}, 0, 1)).toEqual(['1 submission waits for your critique.'])
    expect(listSteps({ enroll: 4 }, {}, 0, 2)).toEqual(['2 submissions wait for your critique.'])
  })

  it('is a class that an admin has denied', () => {
    expect(listSteps({ enroll: 4 }, {}, 1)).toEqual(['1 class was denied. The feedback says what to change.'])
    expect(listInstructorSteps([], { denied: 1, denied_image: '/fog.avif' })).toMatchObject([{ image: '/fog.avif' }])
    expect(listSteps({ enroll: 4 }, {}, 2)).toEqual(['2 classes were denied. The feedback says what to change.'])
  })
})

describe('what waits for an admin', () => {
  const names = { classId: 'fog', className: 'Fog', instructorName: 'Ada Lind' }
  const date = { ...names, starts: '2027-01-09T10:00', time_zone: 'Europe/Oslo', enroll: 3 }
  const list = (undecided: object[], failed_refunds = 0, webhooks: object[] = [], now = NOW - DAY) =>
    listAdminSteps(
      { undecided, failed_refunds, sessions: [] } as unknown as AdminFigures,
      webhooks as Webhook[],
      now,
    ).map(describeStep)

  it('is refunds that failed first, and webhooks that fail last', () => {
    const webhook = { _id: 'hook', url: 'https://books.example/in', failing_since: 1, disabled_at: null }
    const others = [
      { ...webhook, disabled_at: 2 },
      { ...webhook, failing_since: null, disabled_at: 2 },
    ]
    expect(list([{ ...date, _id: 'run', minimum: 4 }], 2, [webhook, ...others])).toEqual([
      'The card provider could not send 2 refunds.',
      'Fog | Sat, Jan 9, 2027, 10:00, Ada Lind | 3 of 4 | students needed',
      'books.example | Does not take our messages.',
      'books.example | Does not take our messages, and is disabled.',
    ])
  })

  it('is dates that lack students', () => {
    expect(list([{ ...date, _id: 'run', minimum: 4 }])).toEqual([
      'Fog | Sat, Jan 9, 2027, 10:00, Ada Lind | 3 of 4 | students needed',
    ])
  })

  it('names the year of a date only where it is another one', () => {
    expect(list([{ ...date, _id: 'run', minimum: 4 }], 0, [], NOW)).toEqual([
      'Fog | Sat, Jan 9, 10:00, Ada Lind | 3 of 4 | students needed',
    ])
  })

  it('names the zone of each date where there are several', () => {
    const elsewhere = { ...date, _id: 'other', time_zone: 'Asia/Tokyo', minimum: 4 }
    expect(list([{ ...date, _id: 'run', minimum: 4 }, elsewhere])).toEqual([
      'Fog | Sat, Jan 9, 2027, 10:00 (Europe/Oslo), Ada Lind | 3 of 4 | students needed',
      'Fog | Sat, Jan 9, 2027, 10:00 (Asia/Tokyo), Ada Lind | 3 of 4 | students needed',
    ])
  })

  it('names five dates at most, and is empty where nothing waits', () => {
    expect(list(Array.from({ length: 9 }, (_, _id) => ({ ...date, _id, minimum: 4 })))).toHaveLength(5)
    expect(list([])).toEqual([])
  })
})
