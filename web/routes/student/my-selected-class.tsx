import { useCart } from '#web/features/cart/cart.query.ts'
import { SelectedTable } from '#web/features/cart/selected-table.tsx'
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
          <>
            <SelectedTable items={items} />
            {items.length > 1 && (
              <div className="mt-8 flex justify-end">
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

function NoClasses() {
  return (
    <Empty sentence="You have not selected a class yet.">
      <ButtonLink to="/classes">Browse the classes</ButtonLink>
    </Empty>
  )
}
