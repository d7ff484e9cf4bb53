import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useEnrolled } from '#web/features/enrolments/enrolled.query.ts'
import { queryClient } from '#web/query-client.ts'
import { CartIcon } from '#web/ui/icons.tsx'
import { useCart } from './cart.query.ts'
import { changeStanding } from './standing.ts'

/** The student's way to the cart, with the number of selected classes; keeps the Select buttons informed too. */
export default function CartLink() {
  return (
    <QueryClientProvider client={queryClient}>
      <Badge />
    </QueryClientProvider>
  )
}

function Badge() {
  useStanding()
  const count = useCart().data?.length ?? 0
  return (
    <Link to="/dashboard/my-selected-class" className="btn btn-ghost btn-square relative" aria-label={`Cart: ${count}`}>
      <CartIcon />
      <span className="cart-count">{count}</span>
    </Link>
  )
}

function useStanding() {
  const cart = useCart().data
  const enrolled = useEnrolled().data
  useEffect(() => {
    const selected = (cart ?? []).map(({ classId }) => [classId, 'selected'] as const)
    const learning = (enrolled ?? []).map(({ classId }) => [classId, 'enrolled'] as const)
    changeStanding(new Map([...selected, ...learning]))
    return () => changeStanding()
  }, [cart, enrolled])
}
