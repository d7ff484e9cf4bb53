/** GET /class/{id}/page, by the last part of the address of a class's page. */
import { redirect } from 'react-router'
import type { Call } from '#contract/call.ts'
import type { ClassPage } from '#contract/class-pages.ts'
import { parseSlugId, toClassPath } from '#contract/slug.ts'
import { api } from '#web/api.ts'
import { orNotFoundPage, throwNotFound } from '#web/not-found.ts'

/** Returns the page. Redirects from the id alone, from an earlier name and from any other text before the id. */
export async function loadClassPage(call: Call, address: string): Promise<ClassPage> {
  const id = parseSlugId(address) ?? throwNotFound()
  const page = await orNotFoundPage(call(api.getClassPage, { params: { id } }))
  const path = toClassPath(page.removed ? page : page.schoolClass)
  if (path !== `/classes/${address}`) throw redirect(path, 301)
  return page
}
