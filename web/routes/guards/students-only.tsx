import { RoleGuard } from '#web/session/role-guard.tsx'

export default function StudentsOnly() {
  return <RoleGuard only={['student']} />
}
