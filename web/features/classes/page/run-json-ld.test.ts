import { describe, expect, it } from 'vitest'
import type { Run } from '#contract/runs.ts'
import { CLASS_PAGE, SCHOOL } from '../../../../testing/class-page.ts'
import { withClocks } from '../../../../testing/session-fields.ts'
import { buildClassJsonLd } from './class-json-ld.ts'
import { MAX_INSTANCES } from './run-json-ld.ts'

const HOUR = 3_600_000
/** 18:00 in Oslo on May 4, 2027. */
const START = Date.UTC(2027, 4, 4, 16)
const WEEK = 7 * 24 * HOUR

const session = (starts_at: number) =>
  withClocks({ _id: `session-${starts_at}`, starts_at, ends_at: starts_at + 2 * HOUR })

const RUN: Run = {
  ...{
    starts: '2027-05-04T18:00',
    ends: '2027-05-11T20:00',
    last_moment_clock: '2027-05-03T18:00',
    decide_clock: null,
  },
  ...{ _id: 'run', starts_at: START, ends_at: START + WEEK + 2 * HOUR, time_zone: 'Europe/Oslo' },
  place: { name: 'Old Mill', address: 'Mill Lane 2, Lightwick', latitude: 59.9, longitude: 10.7 },
  ...{ online: false, price: 95, seats: 3, enroll: 9, last_moment: START - 24 * HOUR, minimum: null, decide_at: null },
  sessions: [session(START), session(START + WEEK)],
}
const OPEN: Run = {
  ...RUN,
  ...{ _id: 'open', starts_at: null, ends_at: null, time_zone: null, place: null, last_moment: null, sessions: [] },
  ...{ starts: null, ends: null, last_moment_clock: null },
}

/** Returns the course and the events of a class with these runs. */
function describeRuns(...all: Run[]) {
  const [canceled, runs] = [true, false].map((is) =>
    all.filter(({ canceled_at }) => (canceled_at !== undefined) === is),
  )
  const page = {
    ...CLASS_PAGE,
    canceled: canceled ?? [],
    schoolClass: { ...CLASS_PAGE.schoolClass, runs: runs ?? [], seats: 3 },
  }
  const graph: Record<string, unknown>[] = JSON.parse(buildClassJsonLd(page, SCHOOL))['@graph']
  const [course] = graph
  return { course, events: graph.filter((thing) => thing['@type'] === 'Event') }
}

const URL = 'https://school.example/classes/fog-1'
const TIMES = { startDate: '2027-05-04T18:00+02:00', endDate: '2027-05-11T20:00+02:00' }
const LOCATION = {
  ...{ '@type': 'Place', name: 'Old Mill', address: 'Mill Lane 2, Lightwick' },
  geo: { '@type': 'GeoCoordinates', latitude: 59.9, longitude: 10.7 },
}
const OFFER = {
  ...{ '@type': 'Offer', category: 'Paid', price: 95, priceCurrency: 'EUR', url: URL },
  ...{ availability: 'https://schema.org/InStock', validThrough: '2027-05-03T18:00+02:00' },
}
const ADA = { '@type': 'Person', name: 'Ada', url: 'https://school.example/instructors/ada-2' }

describe('structured data of the dates of a class', () => {
  it('has an instance of the course with its schedule, place, instructor and offer', () => {
    expect(describeRuns(RUN).course?.hasCourseInstance).toEqual([
      {
        ...{ '@type': 'CourseInstance', '@id': `${URL}#run`, name: 'Fog', courseMode: 'Onsite', ...TIMES },
        courseSchedule: { '@type': 'Schedule', ...TIMES, repeatCount: 2, scheduleTimezone: 'Europe/Oslo' },
        courseWorkload: 'PT240M',
        ...{ location: LOCATION, instructor: ADA, offers: OFFER },
      },
    ])
  })

  it('has an event with what search engines require', () => {
    expect(describeRuns(RUN).events).toEqual([
      {
        ...{ '@type': 'Event', '@id': `${URL}#event-run`, name: 'Fog', url: URL, ...TIMES },
        description: 'Fog: a class in photography with Ada at Photography School.',
        image: [
          'https://school.example/pictures/share/1/0.jpg',
          'https://school.example/pictures/fog/1600x1067-x.webp',
        ],
        eventStatus: 'https://schema.org/EventScheduled',
        eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
        organizer: { '@type': 'EducationalOrganization', name: 'Photography School', url: 'https://school.example/' },
        ...{ location: LOCATION, performer: ADA, offers: OFFER },
      },
    ])
  })

  it('has an online date without the address of the meeting', () => {
    const { course, events } = describeRuns({ ...RUN, online: true, place: null })
    const location = { '@type': 'VirtualLocation', url: URL }
    expect(course?.hasCourseInstance).toMatchObject([{ courseMode: 'Online', location }])
    expect(events).toMatchObject([{ eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode', location }])
  })

  it('tells sold-out dates, and the range of prices', () => {
    const { course, events } = describeRuns(RUN, { ...RUN, _id: 'full', seats: 0, price: 120 })
    expect(events).toMatchObject([
      { offers: { price: 95, availability: 'https://schema.org/InStock' } },
      { offers: { price: 120, availability: 'https://schema.org/SoldOut' } },
    ])
    expect(course?.offers).toMatchObject({ '@type': 'AggregateOffer', lowPrice: 95, highPrice: 120, offerCount: 2 })
  })

  it('has no event and no times for an open run, and no instance for a class without runs', () => {
    const { course, events } = describeRuns(OPEN)
    expect(events).toEqual([])
    expect(course?.hasCourseInstance).toMatchObject([{ courseMode: 'Onsite', offers: { price: 95 } }])
    expect(JSON.stringify(course?.hasCourseInstance)).not.toMatch(/Date|Schedule|validThrough/)
    expect(describeRuns().course).not.toHaveProperty('hasCourseInstance')
  })

  it('has no event while the place is undecided: search engines require one', () => {
    const { course, events } = describeRuns({ ...RUN, place: null })
    expect(events).toEqual([])
    expect(course?.hasCourseInstance).toMatchObject([TIMES])
    expect(describeRuns({ ...RUN, place: null, online: true }).events).toHaveLength(1)
  })

  it('keeps the event of a canceled date as canceled, without an offer or an instance of the course', () => {
    const { course, events } = describeRuns(RUN, { ...RUN, _id: 'off', canceled_at: 1 })
    expect(course?.hasCourseInstance).toHaveLength(1)
    const [scheduled, canceled] = events
    expect(scheduled).toMatchObject({ eventStatus: 'https://schema.org/EventScheduled', offers: OFFER })
    expect(canceled).toMatchObject({
      ...{ '@id': `${URL}#event-off`, eventStatus: 'https://schema.org/EventCancelled', location: LOCATION, ...TIMES },
    })
    expect(canceled).not.toHaveProperty('offers')
  })

  it('is limited', () => {
    const many = Array.from({ length: MAX_INSTANCES + 2 }, (_, index) => ({ ...RUN, _id: `run ${index}` }))
    const { course, events } = describeRuns(...many)
    expect(course?.hasCourseInstance).toHaveLength(MAX_INSTANCES)
    expect(events).toHaveLength(MAX_INSTANCES)
  })
})
