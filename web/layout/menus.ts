/** The dashboard's side menu: which pages each role has, in the order that they stand there. */
import type { Role } from '#contract/users.ts'

interface MenuEntry {
  to: string
  label: string
}

const PROFILE: MenuEntry = { to: '/dashboard/profile', label: 'Profile' }

/** A page belongs here once it exists; the home comes first. */
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

/** Where the Dashboard link leads; while the role is not known, to the page that finds out. */
export function homeOf(role: Role | null): string {
  return role ? MENUS[role][0].to : '/dashboard'
}
