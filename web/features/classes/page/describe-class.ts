import type { OfferedClass } from '#contract/class-pages.ts'
import type { PublicSettings } from '#contract/school.ts'

/** Returns the description of a class for search engines: its own first sentences, or who teaches it where. */
export function describeClass({ summary, schoolClass }: OfferedClass, { name }: Pick<PublicSettings, 'name'>): string {
  const { className, instructorName } = schoolClass
  return summary || `${className}: a class in photography with ${instructorName} at ${name}.`
}
