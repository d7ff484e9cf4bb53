import type { PaymentsQuery } from '#contract/admin-payments.ts'
import { api, call } from '#web/api.ts'
import { ExportButton } from '#web/ui/lists/export-button.tsx'

/** GET /payments.csv: all pages of the payments that match the query. */
export function ExportPayments({ query: { page: _, ...query } }: { query: PaymentsQuery }) {
  return <ExportButton noun="payments" read={() => call(api.exportPayments, { query })} />
}
