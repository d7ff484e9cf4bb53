import { useCart } from '#web/features/cart/cart.query.ts'
import { useEnrolledClasses } from '#web/features/enrolments/enrolled-classes.query.ts'
import { usePayments } from '#web/features/payments/payments.query.ts'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import { describeHold, listNextSteps, listPast } from './next-steps.ts'
import { Steps as List, StepList } from './step-list.tsx'

/** The classes of a student whose dates are past. Renders nothing without one. */
export function PastClasses() {
  const { data: enrolled } = useEnrolledClasses()
  return <StepList title="Past classes" steps={listPast(enrolled ?? [])} />
}

/** The student's next steps as a list of links. */
export function NextSteps() {
  return (
    <section aria-labelledby="next-title" className="mt-12">
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
  const hold = describeHold(cart)
  return (
    <>
      {hold && <p className="mt-2 text-soft">{hold}</p>}
      <List steps={listNextSteps({ cart, payments, enrolled })} />
    </>
  )
}
