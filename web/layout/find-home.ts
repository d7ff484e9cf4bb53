import type { Role } from '#contract/users.ts'

/** Returns the path of the Dashboard link: the first entry of the role's menu. Without a role it is a page that redirects once the role is read. */
export function findHome(role: Role | null): string {
  return role ? `/dashboard/${role}-home` : '/dashboard'
}
