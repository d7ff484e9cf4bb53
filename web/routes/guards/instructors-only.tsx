import { RoleGuard } from '#web/session/role-guard.tsx'

export default function InstructorsOnly() {
  return <RoleGuard only={['instructor']} />
}
