import { RoleGuard } from '#web/layout/dashboard/role-guard.tsx'

export default function AdminsOnly() {
  return <RoleGuard only={['admin']} />
}
