/** GET /pages/{slug}, by the URL of a page. */
import { redirect } from 'react-router'
import type { Call } from '#contract/call.ts'
import { toPagePath } from '#contract/page-paths.ts'
import type { ShownPage } from '#contract/pages.ts'
import { api } from '#web/api.ts'
import { orNotFoundPage } from '#web/not-found.ts'

/** Returns the page. Redirects from other spellings of its path, such as /pages/terms. */
export async function loadPage(call: Call, url: string): Promise<ShownPage> {
  const { pathname } = new URL(url)
  const slug = pathname.split('/').findLast(Boolean) ?? ''
  const page = await orNotFoundPage(call(api.getShownPage, { params: { slug } }))
  const path = toPagePath(page.slug)
  if (path !== pathname) throw redirect(path, 301)
  return page
}
