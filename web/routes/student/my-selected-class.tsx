import type { CartItem } from '#contract/cart.ts'
import { useCart } from '#web/features/cart/cart.query.ts'
import { SelectedTable } from '#web/features/cart/selected-table.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { Price } from '#web/school/price.tsx'
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
          <>
            <SelectedTable items={items} />
            {items.length > 1 && (
              <div className="mt-8 flex flex-wrap items-center justify-end gap-x-8 gap-y-3">
                <Sum items={items.filter(({ problem }) => problem === null)} />
                <ButtonLink className="btn-lg" to="/dashboard/payment/all">
                  Pay all
                </ButtonLink>
              </div>
            )}
          </>
        )}
      </QueryList>
    </>
  )
}

function Sum({ items }: { items: CartItem[] }) {
  return (
    <p className="font-display text-2xl">
      <span className="text-base text-soft">Sum</span>{' '}
      <Price amount={items.reduce((sum, { total }) => sum + total, 0)} />
    </p>
  )
}

function NoClasses() {
  return (
    <Empty sentence="You have not selected a class yet.">
      <ButtonLink to="/classes">Browse the classes</ButtonLink>
    </Empty>
  )
}
