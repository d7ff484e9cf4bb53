import { useCart } from '#web/features/cart/cart.query.ts'
import { SelectedTable } from '#web/features/cart/selected-table.tsx'
import { Titled } from '#web/school/titled.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { QueryList } from '#web/ui/query-list.tsx'
import { Empty } from '#web/ui/states.tsx'

export default function MySelectedClass() {
  return (
    <>
      <Titled page="My Selected Classes" />
      <QueryList title="My Selected Classes" count="Total Selected" query={useCart()} empty={<NothingSelected />}>
        {(items) => <SelectedTable items={items} />}
      </QueryList>
    </>
  )
}

function NothingSelected() {
  return (
    <Empty sentence="You have not selected a class yet.">
      <ButtonLink to="/classes">Browse the classes</ButtonLink>
    </Empty>
  )
}
