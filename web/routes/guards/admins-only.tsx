import { RoleGuard } from '#web/session/role-guard.tsx'

export default function AdminsOnly() {
  return <RoleGuard only={['admin']} />
}
