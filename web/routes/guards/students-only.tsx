import { RoleGuard } from '#web/layout/dashboard/role-guard.tsx'

export default function StudentsOnly() {
  return <RoleGuard only={['student']} />
}
