import { useSearchParams } from 'react-router'
import type { Page } from '#contract/pages.ts'
import type { PaymentRecord } from '#contract/payments.ts'
import { useFoundPayments } from '#web/features/payments-office/found-payments.query.ts'
import { Incidents } from '#web/features/payments-office/incidents.tsx'
import { PaymentsTable } from '#web/features/payments-office/payments-table.tsx'
import { SearchForm } from '#web/features/payments-office/search-form.tsx'
import { Titled } from '#web/school/titled.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { TableSkeleton } from '#web/ui/table.tsx'

/** The books: everybody's payments, what is refunded of them, and what an admin has to see to. */
export default function Payments() {
  const [query, setQuery] = useSearchParams()
  const words = query.get('q') ?? ''
  const { data: found, error, isPlaceholderData, refetch } = useFoundPayments(words)
  const search = (next: string) => setQuery(next ? { q: next } : {})
  return (
    <div className="grid gap-10">
      <Titled page="Payments" />
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="font-display text-4xl sm:text-5xl">Payments</h1>
        <p role="status" className="edge-print tabular-nums">
          {found && countOf(found)}
        </p>
      </header>
      <Incidents />
      <SearchForm words={words} busy={isPlaceholderData} onSearch={search} />
      {found ? (
        <Found found={found} onAll={words ? () => search('') : null} />
      ) : error ? (
        <Failed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading what="the payments">
          <TableSkeleton />
        </Loading>
      )}
    </div>
  )
}

function Found({ found: { rows }, onAll }: { found: Page<PaymentRecord>; onAll: (() => void) | null }) {
  if (rows.length) return <PaymentsTable payments={rows} />
  return (
    <Empty sentence={onAll ? 'No payment fits these words.' : 'Nobody has paid for a class yet.'}>
      {onAll && (
        <Button look="outline" onClick={onAll}>
          All payments
        </Button>
      )}
    </Empty>
  )
}

function countOf({ rows, total }: Page<PaymentRecord>): string {
  if (total <= rows.length) return `Total Payments: ${total}`
  return `Showing the newest ${rows.length} of ${total}; search for older ones`
}
