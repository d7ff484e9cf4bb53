import type { Payment } from '#contract/payments.ts'
import { Price } from '#web/school/price.tsx'
import { About, Button } from '#web/ui/button.tsx'
import { Picture, SMALL } from '#web/ui/picture.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const COLUMNS: Column<Payment>[] = [
  { header: '#', cell: (_, index) => index + 1 },
  {
    header: 'Image',
    cell: ({ classImage }) => <Picture src={classImage} alt="" sizes={SMALL} className="thumb" />,
  },
  { header: 'Name', cell: ({ className }) => className },
  { header: 'Price', end: true, cell: ({ price }) => <Price amount={price} /> },
  { header: 'TransactionId', cell: ({ transactionId }) => <code className="break-all">{transactionId}</code> },
  {
    header: 'Action',
    end: true,
    cell: ({ status, className }) => (
      <Button look="outline" disabled>
        {status === 'refunded' ? 'Refunded' : 'Paid'}
        <About>{className}</About>
      </Button>
    ),
  },
]

export function HistoryTable({ payments }: { payments: Payment[] }) {
  return <Table caption="Payment History" columns={COLUMNS} rows={payments} rowKey={({ _id }) => _id} />
}
