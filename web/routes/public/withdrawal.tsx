import { Link } from 'react-router'
import { WITHDRAWAL_DAYS } from '#contract/contract-withdrawals.ts'
import { WithdrawalForm } from '#web/features/contract-withdrawals/withdrawal-form.tsx'
import { ArticleStyles } from '#web/features/pages/article-styles.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageHead } from '#web/school/page-head.tsx'
import { Banner } from '#web/ui/banner.tsx'

export const handle = {
  screenshots: [{ name: 'withdrawal-from-contract' }],
} satisfies PageHandle

/** The withdrawal from a contract, without a login. */
export default function Withdrawal() {
  return (
    <>
      <ArticleStyles />
      <PageHead
        page="Withdraw from contract"
        description="Withdraw from an order by its number and your e-mail address."
      />
      <Banner title="Withdraw from contract" line="By the number of the order, which is in your receipt." />
      <div className="prose-page">
        <section className="prose-section">
          <h2 className="font-display text-2xl">What you can withdraw from</h2>
          <p>
            Within {WITHDRAWAL_DAYS} days you can withdraw from what you bought without a date. A class on a date can't
            be withdrawn from: cancel it by its terms in your{' '}
            <Link to="/dashboard/payment-history" className="link">
              payment history
            </Link>
            .
          </p>
        </section>
        <section className="prose-section">
          <h2 className="font-display text-2xl">Your order</h2>
          <div>
            <WithdrawalForm />
          </div>
        </section>
      </div>
    </>
  )
}
