/** The side menu of each role, from the handles of the routes in their order. */
import { readPages } from '../../read-pages.ts'

export interface MenuEntry {
  to: string
  label: string
  /** Below the others, apart from them. */
  isBelow: boolean
}

const entries = (role: 'student' | 'instructor' | 'admin'): MenuEntry[] =>
  readPages().flatMap(({ path, roles, handle: { menu } }) =>
    menu && roles.includes(role) ? [{ to: path, label: menu.label, isBelow: menu.isBelow ?? false }] : [],
  )

/** The home page comes first. */
export const MENUS = { student: entries('student'), instructor: entries('instructor'), admin: entries('admin') }
