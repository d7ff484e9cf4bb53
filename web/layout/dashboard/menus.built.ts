/** The side menu of each role, from the handles of the routes in their order. */
import { readPages } from '../../read-pages.ts'

export interface MenuEntry {
  to: string
  label: string
  /** The patterns of pages without an entry that belong to it. */
  around: string[]
  /** Below the others, apart from them. */
  isBelow: boolean
}

const pages = readPages()

const findAround = (menuPath: string) =>
  pages.flatMap(({ path, handle: { within = [] } }) => ([within].flat().includes(menuPath) ? [path] : []))

const entries = (role: 'student' | 'instructor' | 'admin'): MenuEntry[] =>
  pages.flatMap(({ path, roles, handle: { menu } }) =>
    menu && roles.includes(role)
      ? [{ to: path, label: menu.label, around: findAround(path), isBelow: menu.isBelow ?? false }]
      : [],
  )

/** The home page comes first. */
export const MENUS = { student: entries('student'), instructor: entries('instructor'), admin: entries('admin') }
