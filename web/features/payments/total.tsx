import { Price } from '#web/school/price.tsx'

/** The sum to pay, below what it is for. */
export function Total({ amount }: { amount: number }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-4">
      <span className="edge-print">Total</span>
      <strong className="font-display font-normal text-[2rem] leading-none">
        <Price amount={amount} />
      </strong>
    </p>
  )
}
