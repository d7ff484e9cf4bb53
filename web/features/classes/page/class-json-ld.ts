/** Describes a class's page for search engines, on the server. Source: https://developers.google.com/search/docs, Course */
import type { AggregateOffer, Course, Offer } from 'schema-dts'
import type { OfferedClass } from '#contract/class-pages.ts'
import { LEVEL_LABELS } from '#contract/levels.ts'
import type { PublicSettings } from '#contract/school.ts'
import { toClassPath } from '#contract/slug.ts'
import {
  describeBreadcrumb,
  describeImage,
  describeSchool,
  type ImageFacts,
  stringifyJsonLd,
  toAbsolute,
} from '#web/school/json-ld.ts'
import { describeClass } from './describe-class.ts'
import { buildEvent, buildInstance, type ClassSubject, isEvent, MAX_INSTANCES, toSubject } from './run-json-ld.ts'

/** Returns the course with its instances, an event for each date that has a place, canceled ones included, and the way to the page. */
export function buildClassJsonLd(page: OfferedClass, school: PublicSettings): string {
  const { className, runs } = page.schoolClass
  const steps: [string, string][] = [
    ['Classes', '/classes'],
    [className, toClassPath(page.schoolClass)],
  ]
  const subject = toSubject(page, school)
  const events = [...runs.slice(0, MAX_INSTANCES).filter(isEvent), ...page.canceled.filter(isEvent)]
  return stringifyJsonLd(
    buildCourse(subject),
    describeBreadcrumb(school, steps),
    ...events.map((run) => buildEvent(run, subject)),
  )
}

function buildCourse(subject: ClassSubject): Exclude<Course, string> {
  const { page, school, url, instructor } = subject
  const { className, classImage, caption, level, runs } = page.schoolClass
  const instances = runs.slice(0, MAX_INSTANCES).map((run) => buildInstance(run, subject))
  return {
    '@type': 'Course',
    '@id': url,
    name: className,
    description: describeClass(page, school),
    url,
    image: [
      toImage(school, classImage, { caption, credit: page.credit }),
      ...page.further.map(({ image, credit }) => toImage(school, image, { credit })),
    ],
    educationalLevel: LEVEL_LABELS[level],
    provider: describeSchool(school),
    author: instructor,
    offers: buildOffer(subject),
    ...(instances.length > 0 ? { hasCourseInstance: instances } : {}),
  }
}

/** Describes an image, or returns its URL where nothing is known about it. */
function toImage(school: PublicSettings, url: string, facts: ImageFacts) {
  return facts.credit || facts.caption ? describeImage(school, url, facts) : toAbsolute(school, url)
}

/** Describes the price of the class, or the prices of its runs where they differ. */
function buildOffer({ page: { schoolClass }, school, url }: ClassSubject): Offer | AggregateOffer {
  const { price, seats, runs } = schoolClass
  const prices = runs.length > 0 ? runs.map((run) => run.price) : [price]
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const common = {
    category: 'Paid',
    priceCurrency: school.currency.toUpperCase(),
    availability: `https://schema.org/${seats > 0 ? 'InStock' : 'SoldOut'}`,
    url,
  } as const
  if (low === high) return { '@type': 'Offer', price: low, ...common }
  return { '@type': 'AggregateOffer', lowPrice: low, highPrice: high, offerCount: runs.length, ...common }
}
