import { lazy, Suspense } from 'react'
import { useSession } from '#web/session/use-session.ts'

const CartLink = lazy(() => import('#web/features/cart/cart-link.tsx'))

/** A student's link to the cart. Its code and the query cache load for students only. */
export function CartSlot() {
  const { role } = useSession()
  if (role !== 'student') return null
  return (
    <Suspense fallback={<span className="size-10" />}>
      <CartLink />
    </Suspense>
  )
}
