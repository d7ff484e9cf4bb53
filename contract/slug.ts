/** Addresses of the public pages of classes and instructors: `/classes/{slug}-{id}`. No zod, so that every page may import it. */

import { foldLetters } from './values/fold.ts'
import { MAX_SLUG_LENGTH } from './values/limits.ts'

/**
 * Returns a name as part of an address: lower case letters a–z, digits and single hyphens, at most 60 characters. Empty for a name
 * without such characters.
 */
export function toSlug(name: string): string {
  return foldLetters(name)
    .replace(/\p{M}|'/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-|-$/g, '')
}

/** Returns the path of a class's page. */
export function toClassPath({ _id, slug }: { _id: string; slug: string }): string {
  return `/classes/${joinSlug(slug, _id)}`
}

/** Returns the path of an instructor's page. */
export function toInstructorPath({ _id, name }: { _id: string; name: string }): string {
  return `/instructors/${joinSlug(toSlug(name), _id)}`
}

function joinSlug(slug: string, id: string): string {
  return slug ? `${slug}-${id}` : id
}

const ID = /(?:^|-)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/** Returns the id at the end of `{slug}-{id}`; null if there is none. */
export function parseSlugId(text: string): string | null {
  return ID.exec(text)?.[1] ?? null
}
