import { Link, useLocation } from 'react-router'
import { formatCount } from '#contract/values/count.ts'
import { useSchool } from '#web/school/school.ts'
import { rememberPath } from '#web/session/return-path.ts'
import { useSession } from '#web/session/use-session.ts'
import { NeedsJavaScript } from '#web/ui/needs-javascript.tsx'
import { Loading } from '#web/ui/states.tsx'
import { lazyView } from '#web/ui/views/lazy-view.tsx'

const BuyVoucher = lazyView(() => import('./buy-voucher.tsx'), <Loading what="the form" />)

/** Says what a gift voucher is, and sells one to who is logged in. */
export function GiftVoucher() {
  const { user, loading } = useSession()
  const { voucherYears } = useSchool()
  return (
    <div className="prose-page grid gap-6">
      <p>
        A gift voucher pays for classes, in one or several parts. It is valid for {formatCount(voucherYears, 'year')}{' '}
        after the year of its sale. We e-mail its code to you, or to whom you give it, also on a day that you choose.
      </p>
      {loading ? <FormLoading /> : user ? <BuyVoucher /> : <LoginFirst />}
    </div>
  )
}

function FormLoading() {
  return (
    <>
      <NeedsJavaScript action="buy a gift voucher" />
      <div className="noscript:hidden">
        <Loading what="the form" />
      </div>
    </>
  )
}

function LoginFirst() {
  const location = useLocation()
  return (
    <p>
      <Link to="/login" state={rememberPath(location)} className="link">
        Log in
      </Link>{' '}
      to buy a gift voucher, or to see what is left on yours.
    </p>
  )
}
