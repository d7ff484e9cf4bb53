import type { PaymentsQuery } from '#contract/payments.ts'
import { api, call } from '#web/api.ts'
import { ExportButton } from '#web/ui/export-button.tsx'

/** GET /payments.csv: the payments that fit, all pages of them. */
export function ExportPayments({ query: { page: _, ...query } }: { query: PaymentsQuery }) {
  return <ExportButton things="payments" read={() => call(api.exportPayments, { query })} />
}
