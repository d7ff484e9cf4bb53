/** GET /instructor/{id}/page, by the last part of the address of an instructor's page. */
import { redirect } from 'react-router'
import type { Call } from '#contract/call.ts'
import { parseSlugId, toInstructorPath } from '#contract/slug.ts'
import { api } from '#web/api.ts'
import { toCardClasses } from '#web/features/classes/card/card-class.ts'
import { orNotFoundPage, throwNotFound } from '#web/not-found.ts'

/** Returns the page. Redirects from the id alone, from an earlier name and from any other text before the id. */
export async function loadInstructorPage(call: Call, address: string) {
  const id = parseSlugId(address) ?? throwNotFound()
  const page = await orNotFoundPage(call(api.getInstructorPage, { params: { id } }))
  const path = toInstructorPath(page.instructor)
  if (path !== `/instructors/${address}`) throw redirect(path, 301)
  return { ...page, classes: toCardClasses(page.classes) }
}
