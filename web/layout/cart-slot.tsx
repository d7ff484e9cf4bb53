import { lazy, type ReactNode, Suspense } from 'react'
import { useSession } from '#web/session/use-session.ts'

const CartLink = lazy<() => ReactNode>(() =>
  import('#web/features/cart/cart-link.tsx').catch(() => ({ default: () => null })),
)

/** A student's link to the cart. Its code and the query cache load for students only. A page whose link does not load is shown without it. */
export function CartSlot() {
  const { role } = useSession()
  if (role !== 'student') return null
  return (
    <Suspense fallback={<span className="size-10" />}>
      <CartLink />
    </Suspense>
  )
}
