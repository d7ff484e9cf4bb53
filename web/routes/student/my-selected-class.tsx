import type { CartItem } from '#contract/cart.ts'
import { useCart } from '#web/features/cart/cart.query.ts'
import { SelectedTable } from '#web/features/cart/selected-table.tsx'
import { Total } from '#web/features/payments/total.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { QueryList } from '#web/ui/lists/query-list.tsx'
import { Empty } from '#web/ui/states.tsx'

export const handle = {
  menu: { label: 'My Selected Classes' },
  screenshots: [{ name: 'my-selected-class' }],
} satisfies PageHandle

export default function MySelectedClass() {
  return (
    <>
      <PageTitle page="My Selected Classes" />
      <QueryList title="My Selected Classes" count="Total Selected" query={useCart()} empty={<NoClasses />}>
        {(items) => (
          <div className="cart">
            <SelectedTable items={items} />
            {items.length > 1 && <PayAll items={items.filter(({ problem }) => problem === null)} />}
          </div>
        )}
      </QueryList>
    </>
  )
}

function PayAll({ items }: { items: CartItem[] }) {
  return (
    <div className="cart-sum">
      <Total amount={items.reduce((sum, { total }) => sum + total, 0)} />
      <ButtonLink className="btn-lg" to="/dashboard/payment/all">
        Pay all
      </ButtonLink>
    </div>
  )
}

function NoClasses() {
  return (
    <Empty sentence="You have not selected a class yet.">
      <ButtonLink to="/classes">Browse the classes</ButtonLink>
    </Empty>
  )
}
