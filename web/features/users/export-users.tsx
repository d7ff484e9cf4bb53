import type { UsersQuery } from '#contract/users.ts'
import { api, call } from '#web/api.ts'
import { ExportButton } from '#web/ui/lists/export-button.tsx'

/** GET /users.csv: all users that match the list's search. */
export function ExportUsers({ query: { page: _, ...query } }: { query: UsersQuery }) {
  return <ExportButton noun="users" read={() => call(api.exportUsers, { query })} />
}
