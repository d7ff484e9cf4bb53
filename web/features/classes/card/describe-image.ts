import type { SchoolClass } from '#contract/classes.ts'

/** Returns the text in place of the image of a class, for people who do not see it. */
export function describeImage({ alt, className }: Pick<SchoolClass, 'alt' | 'className'>): string {
  return alt || `Photo: ${className}`
}
