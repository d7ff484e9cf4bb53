import { RoleGuard } from '#web/session/role-guard.tsx'

export default function StaffOnly() {
  return <RoleGuard only={['instructor', 'admin']} />
}
