import type { Call } from '#contract/call.ts'
import { api, call } from '#web/api.ts'
import { GiftVoucher } from '#web/features/vouchers/gift-voucher.tsx'
import { suggestAmounts } from '#web/features/vouchers/suggest-amounts.ts'
import voucherSheet from '#web/features/vouchers/voucher.css?url'
import formSheet from '#web/layout/dashboard/dashboard.css?url'
import { pageContext } from '#web/page-context.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { withRetries } from '#web/retry.ts'
import { PageHead } from '#web/school/page-head.tsx'
import { useSchool } from '#web/school/school.ts'
import { Banner } from '#web/ui/banner.tsx'
import type { Route } from './+types/gift-voucher.ts'

export const handle = {
  screenshots: [{ name: 'gift-voucher' }],
} satisfies PageHandle

export function loader({ context }: Route.LoaderArgs) {
  return loadPrices(context.get(pageContext).call)
}

export function clientLoader() {
  return withRetries(() => loadPrices(call))
}

/** Reads prices that a voucher may pay. */
async function loadPrices(callApi: Call): Promise<number[]> {
  const popular = await callApi(api.listPopularClasses)
  return popular.map(({ price }) => price)
}

/** Sells gift vouchers. */
export default function GiftVoucherPage({ loaderData }: Route.ComponentProps) {
  const { currencyDecimals } = useSchool()
  return (
    <>
      {/* Of its form and the payment. */}
      <link rel="stylesheet" href={formSheet} precedence="first" />
      <link rel="stylesheet" href={voucherSheet} precedence="first" />
      <PageHead page="Gift voucher" description="Give a class: a gift voucher of any amount, by e-mail." />
      <Banner title="Gift voucher" line="Of any amount, for every class, by e-mail." />
      <GiftVoucher amounts={suggestAmounts(loaderData, currencyDecimals)} />
    </>
  )
}
