import { useNavigate } from 'react-router'
import type { CartItem } from '#contract/cart.ts'
import { ProblemChoices, ProblemText } from '#web/features/cart/item-problem.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { focusHeading } from '#web/ui/focus.ts'
import { ItemOutcome } from './item-outcome.tsx'
import { focusResult } from './payment-done.tsx'

/** Shown in place of the card form for a selected class that cannot be paid: why, and what helps; or what its payment has bought. */
export function ItemUnpayable({ item }: { item: CartItem }) {
  const navigate = useNavigate()
  const openPayment = (id: string) => (id === item._id ? focusHeading() : navigate(`/dashboard/payment/${id}`))
  const problem = (
    <div className="grid gap-6">
      <div ref={focusResult} role="alert">
        <ProblemText item={item} />
      </div>
      <ProblemChoices item={item} onMended={(id) => void openPayment(id)} />
      <div className="flex flex-wrap gap-3">
        {item.problem === 'enrolled' && <ButtonLink to={`/dashboard/class/${item.classId}`}>Play Class</ButtonLink>}
        <ButtonLink look="outline" to="/dashboard/my-selected-class">
          My Selected Classes
        </ButtonLink>
      </div>
    </div>
  )
  return item.problem === 'enrolled' ? <ItemOutcome cartId={item._id} otherwise={problem} /> : problem
}
