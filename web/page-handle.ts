import type { Role } from '#contract/users.ts'

/** The groups of the side menus, in their order. */
export const MENU_GROUPS = ['Teaching', 'Money', 'Site', 'System'] as const
export type MenuGroup = (typeof MENU_GROUPS)[number]

/**
 * Data of a page in its route's `export const handle`, a literal that read-pages.ts reads. A new page needs nothing else to be in the side
 * menu, the search and the screenshots.
 */
export interface PageHandle {
  /** Its entry in the side menu of the roles that may open it: in a group, or among the first, which have none. */
  menu?: { label: string; group?: MenuGroup }
  /** The paths of the pages in the side menus that it belongs to, where it has no entry of its own. */
  within?: string | string[]
  /** Entries in the search of admins: one, or one for each thing that it sets. */
  search?: readonly SearchEntry[]
  /** Empty for a page that looks as another one. */
  screenshots: readonly Screenshot[]
}

export interface SearchEntry {
  label: string
  /** Contents of the page, beside its name: the search finds them too. */
  about: string
  /** Further words that people use for it, which are not shown. */
  words?: string
}

export interface Screenshot {
  /** Part of the file's name. */
  name: string
  /** By default the first role that may open the page. */
  viewer?: 'visitor' | Role
  /** The path, where several have this page. */
  path?: string
  /** The query after the path. */
  query?: string
  /** The value for the path's parameters, which ops/screenshots/people.ts prepares. */
  fill?:
    | (
        | 'cartId'
        | 'mailingId'
        | 'instructorId'
        | 'classId'
        | 'paymentId'
        | 'orderId'
        | 'moveRuns'
        | 'canceledRun'
        | 'taughtId'
        | 'taughtRun'
      )
    | ('webhookId' | 'emailId' | 'studentEmail' | 'submissionId')
    | ('classAddress' | 'soldOutAddress' | 'instructorAddress' | 'pageSlug' | 'pageId')
  /** The button of a drawer to open first. Such a screenshot is taken at a phone's width only. */
  drawer?: string
}
