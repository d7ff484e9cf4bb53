/** The classes of a running application. */
import type { SchoolClass } from '../contract/classes.ts'
import { toClassPath } from '../contract/slug.ts'

export async function listClasses(url: string): Promise<SchoolClass[]> {
  return (await fetch(`${url}/api/all-classes`)).json()
}

/** Returns the path of the page of a class. */
export async function findClassPath(url: string): Promise<string> {
  const [first] = await listClasses(url)
  if (!first) throw new Error('the demo has no class')
  return toClassPath(first)
}
