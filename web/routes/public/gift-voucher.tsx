import { GiftVoucher } from '#web/features/vouchers/gift-voucher.tsx'
import voucherSheet from '#web/features/vouchers/voucher.css?url'
import formSheet from '#web/layout/dashboard/dashboard.css?url'
import type { PageHandle } from '#web/page-handle.ts'
import { starTrails } from '#web/pictures/sign-in.built.ts'
import { PageHead } from '#web/school/page-head.tsx'
import { Banner } from '#web/ui/banner.tsx'

export const handle = {
  screenshots: [{ name: 'gift-voucher' }],
} satisfies PageHandle

/** Sells gift vouchers. */
export default function GiftVoucherPage() {
  return (
    <>
      {/* Of its form and the payment. */}
      <link rel="stylesheet" href={formSheet} precedence="first" />
      <link rel="stylesheet" href={voucherSheet} precedence="first" />
      <PageHead page="Gift voucher" description="Give a class: a gift voucher of any amount, by e-mail." />
      <Banner title="Gift voucher" picture={starTrails} line="Of any amount, for every class, by e-mail." />
      <GiftVoucher />
    </>
  )
}
