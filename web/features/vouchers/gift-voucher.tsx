import { useLocation } from 'react-router'
import { formatCount } from '#contract/values/count.ts'
import { useSchool } from '#web/school/school.ts'
import { rememberPath } from '#web/session/return-path.ts'
import { useSession } from '#web/session/use-session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { NeedsJavaScript } from '#web/ui/needs-javascript.tsx'
import { Loading } from '#web/ui/states.tsx'
import { lazyView } from '#web/ui/views/lazy-view.tsx'

const BuyVoucher = lazyView(() => import('./buy-voucher.tsx'), <Loading what="the form" />)

/** Says what a gift voucher is, and sells one to who is logged in. */
export function GiftVoucher() {
  const { user, loading } = useSession()
  const { voucherYears } = useSchool()
  return (
    <div className="prose-page">
      <section className="prose-section">
        <h2 className="font-display text-2xl">What it is</h2>
        <p>
          A gift voucher pays for classes, in one or several parts. It is valid for {formatCount(voucherYears, 'year')}{' '}
          after the year of its sale. We e-mail its code to you, or to whom you give it, also on a day that you choose.
        </p>
      </section>
      <section className="prose-section">
        <h2 className="font-display text-2xl">Buy one</h2>
        <div className="grid gap-8">{loading ? <FormLoading /> : user ? <BuyVoucher /> : <LoginFirst />}</div>
      </section>
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
    <>
      <p>Log in first. You then also see what is left on yours.</p>
      <ButtonLink to="/login" state={rememberPath(location)} className="justify-self-start">
        Log in
      </ButtonLink>
    </>
  )
}
