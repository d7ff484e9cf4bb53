import { RoleGuard } from '#web/layout/dashboard/role-guard.tsx'

export default function StaffOnly() {
  return <RoleGuard only={['instructor', 'admin']} />
}
