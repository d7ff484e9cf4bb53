import { expect, it } from 'vitest'
import type { Role } from '../../../contract/users.ts'
import { readPages } from '../../read-pages.ts'
import { MENUS } from './menus.built.ts'

const OTHER = ['/dashboard', '/dashboard/*']

const listEntries = (path: string, role: Role) =>
  MENUS[role].filter(({ to, around }) => path === to || path.startsWith(`${to}/`) || around.includes(path))

/** The page of a student's own things opens for every role, and says there that it has none. */
const isOfStudents = (path: string) => listEntries(path, 'student').length > 0

const pages = readPages()
  .filter(({ path }) => path.startsWith('/dashboard') && !OTHER.includes(path))
  .flatMap(({ path, roles }) => roles.map((role) => ({ path, role })))
  .filter(({ path, role }) => role === 'student' || !isOfStudents(path))

it.each(pages)('$path has one entry in the side menu of the $role', ({ path, role }) => {
  expect(listEntries(path, role)).toHaveLength(1)
})
