import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { formatMajor } from '#contract/values/money.ts'
import type { Voucher } from '#contract/vouchers.ts'
import { queryClient } from '#web/query-client.ts'
import { useSession } from '#web/session/use-session.ts'
import { SaveVoucherButton } from './save-voucher-button.tsx'
import { describeVoucher } from './voucher-state.ts'
import { ownVouchersQuery } from './vouchers.query.ts'

/** The gift vouchers that the user has bought. */
export default function OwnVouchers() {
  return (
    <QueryClientProvider client={queryClient}>
      <List />
    </QueryClientProvider>
  )
}

function List() {
  const { user } = useSession()
  const { data } = useQuery(ownVouchersQuery)
  const own = data?.filter(({ buyer }) => buyer?.email === user?.email) ?? []
  if (own.length === 0) return null
  return (
    <section className="prose-section" aria-labelledby="own-vouchers">
      <h2 id="own-vouchers" className="font-display text-2xl">
        Your gift vouchers
      </h2>
      <ul>
        {own.map((voucher) => (
          <OwnVoucher key={voucher._id} voucher={voucher} />
        ))}
      </ul>
    </section>
  )
}

function OwnVoucher({ voucher }: { voucher: Voucher }) {
  const { last_four, recipient_name, balance, amount, currency } = voucher
  return (
    <li className="wrap-anywhere flex flex-wrap justify-between gap-4 border-line py-4 not-first:border-t first:pt-0">
      <div>
        <p className="font-display text-xl">For {recipient_name || 'you'}</p>
        <p className="text-sm text-soft">
          …{last_four}. {describeVoucher(voucher)}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <p className="tabular-nums">
          {formatMajor(balance, currency)} of {formatMajor(amount, currency)}
        </p>
        <SaveVoucherButton voucher={voucher} />
      </div>
    </li>
  )
}
