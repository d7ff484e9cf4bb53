/** The pages of each role, in the order of the dashboard's side menu. */
import type { Role } from '#contract/users.ts'

export interface MenuEntry {
  to: string
  label: string
}

const PROFILE: MenuEntry = { to: '/dashboard/profile', label: 'Profile' }

/** The home page comes first. */
export const MENUS: Record<Role, readonly [home: MenuEntry, ...others: MenuEntry[]]> = {
  student: [
    { to: '/dashboard/student-home', label: 'Student Home' },
    { to: '/dashboard/my-selected-class', label: 'My Selected Classes' },
    { to: '/dashboard/enroll-class', label: 'My Enrolled Classes' },
    { to: '/dashboard/payment-history', label: 'Payment History' },
    PROFILE,
  ],
  instructor: [
    { to: '/dashboard/instructor-home', label: 'Instructor Home' },
    { to: '/dashboard/add-class', label: 'Add a Class' },
    { to: '/dashboard/my-class', label: 'My Class' },
    PROFILE,
  ],
  admin: [
    { to: '/dashboard/admin-home', label: 'Admin Home' },
    { to: '/dashboard/manage-class', label: 'Manage Classes' },
    { to: '/dashboard/all-users', label: 'Manage Users' },
    PROFILE,
  ],
}

/** Pages below the others, apart from them. */
export const FURTHER_PAGES: Partial<Record<Role, readonly MenuEntry[]>> = {
  instructor: [{ to: '/dashboard/dates', label: 'Dates' }],
  admin: [
    { to: '/dashboard/payments', label: 'Payments' },
    { to: '/dashboard/activity', label: 'Activity' },
    { to: '/dashboard/school', label: 'School' },
    { to: '/dashboard/slides', label: 'Slides' },
    { to: '/dashboard/reviews', label: 'Reviews' },
    { to: '/dashboard/pages', label: 'Pages' },
    { to: '/dashboard/newsletter', label: 'Newsletter' },
    { to: '/dashboard/emails', label: 'E-mails' },
    { to: '/dashboard/import', label: 'Import' },
    { to: '/dashboard/status', label: 'Status' },
    { to: '/dashboard/api', label: 'API' },
  ],
}
