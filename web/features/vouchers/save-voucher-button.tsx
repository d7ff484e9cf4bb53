import type { Voucher } from '#contract/vouchers.ts'
import { About, Button } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { saveVoucher } from './vouchers.query.ts'

/** Saves a voucher with its code as a PDF. One that has ended has none. */
export function SaveVoucherButton({ voucher }: { voucher: Voucher }) {
  const { isBusy, run } = useBusy()
  if (voucher.state === 'voided') return null
  return (
    <Button look="outline" busy={isBusy} onClick={() => run(() => saveVoucher(voucher))}>
      Save PDF<About>{voucher.last_four}</About>
    </Button>
  )
}
