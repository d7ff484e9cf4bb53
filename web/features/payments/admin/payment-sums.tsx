import type { PaymentSum } from '#contract/admin-payments.ts'
import { formatCount } from '#contract/values/count.ts'
import { formatMajor } from '#contract/values/money.ts'

/** Sums of the payments of a list, a line for each currency. Of several, each says how many payments it has. */
export function PaymentSums({ sums }: { sums: PaymentSum[] | undefined }) {
  if (!sums?.length) return null
  return (
    <ul aria-label="Sums" className="grid gap-1 font-display text-xl tabular-nums @min-[40rem]:text-end">
      {sums.map((sum) => (
        <li key={sum.currency}>
          {sums.length > 1 && `${formatCount(sum.payments, 'payment')}: `}
          {describeSum(sum)}
        </li>
      ))}
    </ul>
  )
}

/** `$149.97 paid, $49.99 refunded, $99.98 kept` */
function describeSum({ currency, paid, refunded }: PaymentSum): string {
  const format = (amount: number) => formatMajor(amount, currency)
  const rest = refunded === 0 ? '' : `, ${format(refunded)} refunded, ${format(paid - refunded)} kept`
  return `${format(paid)} paid${rest}`
}
