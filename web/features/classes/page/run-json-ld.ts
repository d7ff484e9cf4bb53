/**
 * Describes the dates of a class for search engines: as instances of the course and as events. Sources:
 * https://developers.google.com/search/docs/appearance/structured-data/course-info and …/structured-data/event
 */
import type { CourseInstance, Event, Offer, Place, VirtualLocation } from 'schema-dts'
import type { OfferedClass } from '#contract/class-pages.ts'
import type { Run } from '#contract/runs.ts'
import type { PublicSettings } from '#contract/school.ts'
import { toClassPath, toInstructorPath } from '#contract/slug.ts'
import { formatIso } from '#contract/values/clock-time.ts'
import { toAbsolute } from '#web/school/json-ld.ts'
import { describeClass } from './describe-class.ts'

/** More would only make the page larger: search engines show few. */
export const MAX_INSTANCES = 10

const MINUTE_MS = 60_000

/** Data shared by descriptions of all dates of a class. */
export interface ClassSubject {
  page: OfferedClass
  school: PublicSettings
  url: string
  instructor: { '@type': 'Person'; name: string; url: string }
}

export function toSubject(page: OfferedClass, school: PublicSettings): ClassSubject {
  const { instructorName: name, instructorId: _id } = page.schoolClass
  return {
    ...{ page, school, url: school.publicUrl + toClassPath(page.schoolClass) },
    instructor: { '@type': 'Person', name, url: school.publicUrl + toInstructorPath({ _id, name }) },
  }
}

/** Describes a run as an instance of the course; an open run has no times. */
export function buildInstance(run: Run, subject: ClassSubject): CourseInstance {
  return {
    '@type': 'CourseInstance',
    '@id': `${subject.url}#${run._id}`,
    name: subject.page.schoolClass.className,
    courseMode: run.online ? 'Online' : 'Onsite',
    ...buildSchedule(run),
    ...buildLocation(run, subject),
    instructor: subject.instructor,
    offers: buildOffer(run, subject),
  }
}

/** Returns whether a run is an event for search engines, which require a date and a location. */
export function isEvent({ sessions, online, place }: Run): boolean {
  return sessions.length > 0 && (online || place !== null)
}

/** Describes a run as an event. */
export function buildEvent(run: Run, subject: ClassSubject): Event {
  const { page, school, url, instructor } = subject
  const { className, classImage } = page.schoolClass
  const isCanceled = run.canceled_at !== undefined
  return {
    '@type': 'Event',
    '@id': `${url}#event-${run._id}`,
    name: className,
    description: describeClass(page, school),
    url,
    image: [school.publicUrl + page.shareImage, toAbsolute(school, classImage)],
    eventStatus: `https://schema.org/${isCanceled ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: `https://schema.org/${run.online ? 'Online' : 'Offline'}EventAttendanceMode`,
    ...buildTimes(run),
    ...buildLocation(run, subject),
    organizer: { '@type': 'EducationalOrganization', name: school.name, url: `${school.publicUrl}/` },
    performer: instructor,
    ...(isCanceled ? {} : { offers: buildOffer(run, subject) }),
  }
}

function buildTimes({ starts_at, ends_at, starts, ends }: Run): { startDate?: string; endDate?: string } {
  if (starts_at === null || ends_at === null || starts === null || ends === null) return {}
  return { startDate: formatIso(starts_at, starts), endDate: formatIso(ends_at, ends) }
}

type Schedule = Pick<Exclude<CourseInstance, string>, 'startDate' | 'endDate' | 'courseSchedule' | 'courseWorkload'>

/** The workload is the time of all sessions. */
function buildSchedule(run: Run): Schedule {
  const { sessions, time_zone } = run
  if (sessions.length === 0) return {}
  const times = buildTimes(run)
  const minutes = sessions.reduce((sum, { starts_at, ends_at }) => sum + (ends_at - starts_at) / MINUTE_MS, 0)
  return {
    ...times,
    courseSchedule: {
      '@type': 'Schedule',
      ...times,
      repeatCount: sessions.length,
      ...(time_zone === null ? {} : { scheduleTimezone: time_zone }),
    },
    courseWorkload: `PT${Math.round(minutes)}M`,
  }
}

/** An online run takes place where its students find the link: on the class's page. */
function buildLocation({ online, place }: Run, { url }: ClassSubject): { location?: Place | VirtualLocation } {
  if (online) return { location: { '@type': 'VirtualLocation', url } }
  if (place === null) return {}
  const { name, address, latitude, longitude } = place
  const geo = latitude !== null && longitude !== null && { '@type': 'GeoCoordinates' as const, latitude, longitude }
  return { location: { '@type': 'Place', name, address: address || name, ...(geo ? { geo } : {}) } }
}

function buildOffer(run: Run, { school, url }: ClassSubject): Offer {
  const { price, seats } = run
  const [closesAt, closes] = [run.last_moment ?? run.starts_at, run.last_moment_clock ?? run.starts]
  return {
    '@type': 'Offer',
    category: 'Paid',
    price,
    priceCurrency: school.currency.toUpperCase(),
    availability: `https://schema.org/${seats > 0 ? 'InStock' : 'SoldOut'}`,
    ...(closesAt === null || closes === null ? {} : { validThrough: formatIso(closesAt, closes) }),
    url,
  }
}
