import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { formatMajor } from '#contract/values/money.ts'
import { api, call } from '#web/api.ts'
import { useSchool } from '#web/school/school.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import { formatDate } from '#web/ui/text/dates.ts'

const CODE = /^#((?:[2-9A-Z]{4}-){3}[2-9A-Z]{4})$/

/** The voucher whose QR code has led here, which the PDF has: its code, and what is left on it. */
export function ScannedCode() {
  const [, code] = CODE.exec(useLocation().hash) ?? []
  return code ? <Scanned code={code} /> : null
}

function Scanned({ code }: { code: string }) {
  const { currency } = useSchool()
  const { data, error, refetch } = useQuery({
    queryKey: ['vouchers', 'balance', code],
    queryFn: () => call(api.readVoucherBalance, { body: { code } }),
    staleTime: 0,
    retry: false,
  })
  return (
    <section className="grid gap-4" aria-labelledby="scanned-voucher">
      <h2 id="scanned-voucher" className="font-display text-2xl">
        Your gift voucher
      </h2>
      {data ? (
        <p>
          {formatMajor(data.balance, currency)} left, until {formatDate(data.expires_at - 1)}. Choose{' '}
          <Link to="/classes" className="link">
            a class
          </Link>
          , and type this code under Code when you pay: <code className="whitespace-nowrap">{code}</code>
        </p>
      ) : error ? (
        <Failed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading what="the voucher" />
      )}
    </section>
  )
}
