/** Describes a class's page for search engines, on the server. Source: https://developers.google.com/search/docs, Course */
import type { Course } from 'schema-dts'
import type { OfferedClass } from '#contract/class-pages.ts'
import { LEVEL_LABELS } from '#contract/levels.ts'
import type { PublicSettings } from '#contract/school.ts'
import { toClassPath, toInstructorPath } from '#contract/slug.ts'
import { describeBreadcrumb, describeSchool, stringifyJsonLd, toAbsolute } from '#web/school/json-ld.ts'
import { describeClass } from './describe-class.ts'

export function buildClassJsonLd(page: OfferedClass, school: PublicSettings): string {
  const { className } = page.schoolClass
  const steps: [string, string][] = [
    ['Classes', '/classes'],
    [className, toClassPath(page.schoolClass)],
  ]
  return stringifyJsonLd(buildCourse(page, school), describeBreadcrumb(school, steps))
}

/** The dates of a class belong here as `hasCourseInstance`. */
function buildCourse(page: OfferedClass, school: PublicSettings): Course {
  const { schoolClass } = page
  const { className, classImage, level, price, seats, instructorName: name, instructorId } = schoolClass
  const url = school.publicUrl + toClassPath(schoolClass)
  return {
    '@type': 'Course',
    '@id': url,
    name: className,
    description: describeClass(page, school),
    url,
    image: [toAbsolute(school, classImage)],
    educationalLevel: LEVEL_LABELS[level],
    provider: describeSchool(school),
    author: { '@type': 'Person', name, url: school.publicUrl + toInstructorPath({ _id: instructorId, name }) },
    offers: {
      '@type': 'Offer',
      category: 'Paid',
      price,
      priceCurrency: school.currency.toUpperCase(),
      availability: seats > 0 ? 'https://schema.org/InStock' : 'https://schema.org/SoldOut',
      url,
    },
  }
}
