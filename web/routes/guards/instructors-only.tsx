import { RoleGuard } from '#web/layout/dashboard/role-guard.tsx'

export default function InstructorsOnly() {
  return <RoleGuard only={['instructor']} />
}
