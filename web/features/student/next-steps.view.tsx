import { Link } from 'react-router'
import { useCart } from '#web/features/cart/cart.query.ts'
import { useEnrolledClasses } from '#web/features/enrolments/enrolled-classes.query.ts'
import { usePayments } from '#web/features/payments/payments.query.ts'
import { About } from '#web/ui/button.tsx'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import { listNextSteps, type NextStep } from './next-steps.ts'

/** The student's next steps as a list of links. */
export function NextSteps() {
  return (
    <section aria-labelledby="next-title" className="mt-14 max-w-3xl">
      <h2 id="next-title" className="font-display text-2xl">
        Next steps
      </h2>
      <Steps />
    </section>
  )
}

function Steps() {
  const queries = [useCart(), usePayments(), useEnrolledClasses()] as const
  const [{ data: cart }, { data: payments }, { data: enrolled }] = queries
  const error = queries.find((query) => query.error && !query.data)?.error
  const retry = () => queries.map(({ refetch }) => refetch())
  if (error) return <Failed message={error.message} onRetry={() => void Promise.all(retry())} />
  if (!cart || !payments || !enrolled)
    return (
      <Loading what="your next steps">
        <Skeleton className="mt-4 h-40 w-full" />
      </Loading>
    )
  return (
    <ul className="next-steps">
      {listNextSteps({ cart, payments, enrolled }).map((step) => (
        <Step key={step.key} step={step} />
      ))}
    </ul>
  )
}

function Step({ step: { text, to, label, about } }: { step: NextStep }) {
  return (
    <li>
      <p className="wrap-anywhere min-w-0">{text}</p>
      <Link to={to} className="link shrink-0 whitespace-nowrap py-1">
        {label}
        {about && <About>{about}</About>}
      </Link>
    </li>
  )
}
