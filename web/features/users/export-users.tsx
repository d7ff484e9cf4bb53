import type { UsersQuery } from '#contract/users.ts'
import { api, call } from '#web/api.ts'
import { ExportButton } from '#web/ui/export-button.tsx'

/** GET /users.csv: the users that fit, all pages of them. */
export function ExportUsers({ query: { page: _, ...query } }: { query: UsersQuery }) {
  return <ExportButton things="users" read={() => call(api.exportUsers, { query })} />
}
