import { useState } from 'react'
import { formatMajor } from '#contract/values/money.ts'
import type { Voucher } from '#contract/vouchers.ts'
import { About, Button } from '#web/ui/button.tsx'
import { Person } from '#web/ui/lists/person.tsx'
import type { Column } from '#web/ui/lists/table.tsx'
import { formatDay, getZoneName } from '#web/ui/text/dates.ts'
import { lazyView } from '#web/ui/views/lazy-view.tsx'
import { SaveVoucherButton } from './save-voucher-button.tsx'
import { describeVoucher } from './voucher-state.ts'

const VoucherDialog = lazyView(() => import('./voucher-dialog.tsx'))

/** The columns of all vouchers, for admins. */
export const VOUCHER_COLUMNS: Column<Voucher, 'created_at'>[] = [
  {
    header: 'Code',
    slot: 'note',
    cell: ({ last_four }) => <span className="whitespace-nowrap font-mono">…{last_four}</span>,
  },
  {
    get header() {
      return `Date (${getZoneName()})`
    },
    slot: 'meta',
    sort: 'created_at',
    cell: ({ created_at }) => <p className="min-w-20">{formatDay(created_at)}</p>,
  },
  { header: 'Buyer', slot: 'title', cell: (voucher) => <Source voucher={voucher} /> },
  { header: 'Status', slot: 'detail', cell: (voucher) => <State voucher={voucher} /> },
  {
    header: 'Left',
    end: true,
    slot: 'end',
    cell: ({ balance, amount, currency }) => (
      <>
        {formatMajor(balance, currency)}
        {balance !== amount && <p className="text-sm text-soft">of {formatMajor(amount, currency)}</p>}
      </>
    ),
  },
  { header: 'Action', end: true, slot: 'action', cell: (voucher) => <Actions voucher={voucher} /> },
]

function Source({ voucher: { buyer, reason } }: { voucher: Voucher }) {
  if (buyer) return <Person name={buyer.name} email={buyer.email} />
  return <p className="wrap-anywhere">From us: {reason}</p>
}

function State({ voucher }: { voucher: Voucher }) {
  const { reserved, currency, refund_status, refund_problem, uses } = voucher
  return (
    <div className="wrap-anywhere grid max-w-72 gap-1">
      <p>{describeVoucher(voucher)}</p>
      {reserved > 0 && <p className="text-sm text-soft">{formatMajor(reserved, currency)} in checkout</p>}
      {uses.map((use) => (
        <p key={`${use.created_at} ${use.text}`} className="text-sm text-soft">
          {formatMajor(use.amount, currency)} for {use.text}
        </p>
      ))}
      {refund_status === 'queued' && <p className="text-sm">Its refund is on its way.</p>}
      {refund_status === 'done' && <p className="text-sm">Refunded to the card.</p>}
      {refund_status === 'failed' && <p className="text-error-ink text-sm">The refund failed: {refund_problem}</p>}
    </div>
  )
}

function Actions({ voucher }: { voucher: Voucher }) {
  const [dialog, setDialog] = useState<'extend' | 'end' | null>(null)
  const { state, uses, reserved, refund_status, last_four } = voucher
  const isEndable = state !== 'voided' && state !== 'locked' && uses.length === 0 && reserved === 0
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <SaveVoucherButton voucher={voucher} />
      {state !== 'voided' && (
        <Button look="outline" onClick={() => setDialog('extend')}>
          Change last day<About>{last_four}</About>
        </Button>
      )}
      {(isEndable || refund_status === 'failed') && (
        <Button look="outline" onClick={() => setDialog('end')}>
          {refund_status === 'failed' ? 'Retry refund' : 'End'}
          <About>{last_four}</About>
        </Button>
      )}
      {dialog && <VoucherDialog action={dialog} voucher={voucher} onDone={() => setDialog(null)} />}
    </div>
  )
}
