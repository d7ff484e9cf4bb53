/** The side menu of each role, from the handles of the routes. */
import { MENU_GROUPS, type MenuGroup } from '../../page-handle.ts'
import { readPages } from '../../read-pages.ts'

export interface MenuEntry {
  to: string
  label: string
  /** The patterns of pages without an entry that belong to it. */
  around: string[]
  /** Null for the first ones. */
  group: MenuGroup | null
}

const pages = readPages()

const findAround = (menuPath: string) =>
  pages.flatMap(({ path, handle: { within = [] } }) => ([within].flat().includes(menuPath) ? [path] : []))

/** By groups, and in each of them in the order of the routes. */
const entries = (role: 'student' | 'instructor' | 'admin'): MenuEntry[] =>
  [null, ...MENU_GROUPS].flatMap((group) => listEntries(role).filter((entry) => entry.group === group))

const listEntries = (role: 'student' | 'instructor' | 'admin'): MenuEntry[] =>
  pages.flatMap(({ path, roles, handle: { menu } }) =>
    menu && roles.includes(role)
      ? [{ to: path, label: menu.label, around: findAround(path), group: menu.group ?? null }]
      : [],
  )

/** The home page comes first. */
export const MENUS = { student: entries('student'), instructor: entries('instructor'), admin: entries('admin') }
