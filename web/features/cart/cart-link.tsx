import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useEnrolledClasses } from '#web/features/enrolments/enrolled-classes.query.ts'
import { useOwnWaiting } from '#web/features/waiting/waiting.query.ts'
import { queryClient } from '#web/query-client.ts'
import { Icon } from '#web/ui/icons.tsx'
import { useCart } from './cart.query.ts'
import { isPayable, listStatuses } from './list-statuses.ts'
import { changeSelectionStatus } from './selection-status.ts'

/** The student's link to the cart, with the number of selected classes that can be paid. Also updates the status of the Select buttons. */
export default function CartLink() {
  return (
    <QueryClientProvider client={queryClient}>
      <Badge />
    </QueryClientProvider>
  )
}

function Badge() {
  usePublishedStatus()
  const count = useCart().data?.filter(isPayable).length ?? 0
  return (
    <Link to="/dashboard/my-selected-class" className="btn btn-ghost btn-square relative" aria-label={`Cart: ${count}`}>
      <CartIcon />
      <span className="cart-count" data-empty={count === 0}>
        {count}
      </span>
    </Link>
  )
}

function usePublishedStatus() {
  const cart = useCart().data
  const enrolled = useEnrolledClasses().data
  const waiting = useOwnWaiting().data
  useEffect(() => {
    changeSelectionStatus(listStatuses(cart ?? [], enrolled ?? [], waiting))
    return () => changeSelectionStatus()
  }, [cart, enrolled, waiting])
}

const CartIcon = () => (
  <Icon>
    <path d="M2.5 4H5l2.6 11.5h10.3L20.5 7.5H5.8" />
    <circle cx="9" cy="19.5" r="1.25" />
    <circle cx="16.5" cy="19.5" r="1.25" />
  </Icon>
)
