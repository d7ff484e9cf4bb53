import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { formatMajor } from '#contract/values/money.ts'
import { api, call } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { useSchool } from '#web/school/school.ts'
import { rememberPath } from '#web/session/return-path.ts'
import { useSession } from '#web/session/use-session.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import { formatDate } from '#web/ui/text/dates.ts'

/** The voucher whose QR code has led here, which the PDF has: its code, and what is left on it. */
export default function ScannedVoucher({ code }: { code: string }) {
  const { user } = useSession()
  return (
    <section className="prose-section" aria-labelledby="scanned-voucher">
      <h2 id="scanned-voucher" className="font-display text-2xl">
        Your gift voucher
      </h2>
      {user ? (
        <QueryClientProvider client={queryClient}>
          <Scanned code={code} />
        </QueryClientProvider>
      ) : (
        <LoginFirst />
      )}
    </section>
  )
}

function LoginFirst() {
  const location = useLocation()
  return (
    <p>
      <Link to="/login" state={rememberPath(location)} className="link">
        Log in
      </Link>
      , and you see what is left on it.
    </p>
  )
}

function Scanned({ code }: { code: string }) {
  const { currency } = useSchool()
  const { data, error, refetch } = useQuery({
    queryKey: ['vouchers', 'balance', code],
    queryFn: () => call(api.readVoucherBalance, { body: { code } }),
    staleTime: 0,
    retry: false,
  })
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Loading what="the voucher" />
  return (
    <p>
      {formatMajor(data.balance, currency)} left, until {formatDate(data.expires_at - 1)}. Choose{' '}
      <Link to="/classes" className="link">
        a class
      </Link>
      , and type this code under Code when you pay: <code className="whitespace-nowrap">{code}</code>
    </p>
  )
}
