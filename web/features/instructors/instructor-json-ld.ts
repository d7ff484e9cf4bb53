/** Describes an instructor's page for search engines, on the server. */
import type { InstructorPage } from '#contract/class-pages.ts'
import type { PublicSettings } from '#contract/school.ts'
import { toInstructorPath } from '#contract/slug.ts'
import { describeBreadcrumb, describeImage, describeSchool, stringifyJsonLd, toAbsolute } from '#web/school/json-ld.ts'

type DescribedPage = Pick<InstructorPage, 'instructor' | 'profile' | 'credit'>

export function buildInstructorJsonLd({ instructor, profile, credit }: DescribedPage, school: PublicSettings): string {
  const { name } = instructor
  const image = profile.portrait || instructor.image
  const path = toInstructorPath(instructor)
  return stringifyJsonLd(
    {
      '@type': 'Person',
      '@id': school.publicUrl + path,
      name,
      url: school.publicUrl + path,
      jobTitle: 'Instructor in photography',
      worksFor: describeSchool(school),
      ...(profile.summary ? { description: profile.summary } : {}),
      ...(profile.links.length ? { sameAs: profile.links.map(({ address }) => address) } : {}),
      ...(image ? { image: credit ? describeImage(school, image, { credit }) : toAbsolute(school, image) } : {}),
    },
    describeBreadcrumb(school, [
      ['Instructors', '/instructors'],
      [name, path],
    ]),
  )
}
