import { useState } from 'react'
import { useLocation } from 'react-router'
import { formatCount } from '#contract/values/count.ts'
import { useSchool } from '#web/school/school.ts'
import { useSession } from '#web/session/use-session.ts'
import { Loading } from '#web/ui/states.tsx'
import { lazyView } from '#web/ui/views/lazy-view.tsx'
import { type BegunVoucher, OrderForm } from './order-form.tsx'
import { BLANK, deleteDraft, useVoucherForm } from './voucher-draft.ts'
import { VoucherPrint } from './voucher-print.tsx'

const VoucherPayment = lazyView(() => import('./voucher-payment.tsx'), <Loading what="the payment" />)
const OwnVouchers = lazyView(() => import('./own-vouchers.tsx'))
const ScannedVoucher = lazyView(() => import('./scanned-voucher.tsx'))

const CODE = /^#((?:[2-9A-Z]{4}-){3}[2-9A-Z]{4})$/

/** Sells a gift voucher, which it shows as a print, and says what it is. `amounts` are those to choose from. */
export function GiftVoucher({ amounts }: { amounts: number[] }) {
  const { user, loading } = useSession()
  const { voucherYears } = useSchool()
  const [, code] = CODE.exec(useLocation().hash) ?? []
  return (
    <div className="prose-page">
      {!loading && code && <ScannedVoucher code={code} />}
      <section className="prose-section">
        <h2 className="font-display text-2xl">Buy one</h2>
        <Purchase amounts={amounts} />
      </section>
      {user && <OwnVouchers />}
      <section className="prose-section">
        <h2 className="font-display text-2xl">What it is</h2>
        <p>
          A gift voucher pays for classes, in one or several parts. It is valid for {formatCount(voucherYears, 'year')}{' '}
          after the year of its sale. We e-mail its code to you, or to whom you give it, also on a day that you choose.
        </p>
      </section>
    </div>
  )
}

/** The form or the payment, beside the print. */
function Purchase({ amounts }: { amounts: number[] }) {
  const form = useVoucherForm()
  const [begun, setBegun] = useState<BegunVoucher | null>(null)
  const startAgain = () => {
    deleteDraft()
    form.reset(BLANK)
    setBegun(null)
  }
  return (
    <div className="voucher-purchase">
      <VoucherPrint control={form.control} />
      {begun ? (
        <VoucherPayment begun={begun} onBack={() => setBegun(null)} onAgain={startAgain} />
      ) : (
        <OrderForm form={form} amounts={amounts} onBegun={setBegun} />
      )}
    </div>
  )
}
