import type { CartItem } from '#contract/cart.ts'
import { RunStart } from '#web/features/calendar/run-start.tsx'
import { Price } from '#web/school/price.tsx'
import { About, Button, ButtonLink } from '#web/ui/button.tsx'
import { focusSoon } from '#web/ui/focus.ts'
import { type Column, Table } from '#web/ui/lists/table.tsx'
import { Picture, SMALL } from '#web/ui/picture.tsx'
import { ItemProblem } from './item-problem.tsx'
import { toButtonId, useRemoveFromCart } from './remove-from-cart.ts'

/** The selected classes, each with a Delete button, and a link to its payment or what is in the way of it. */
export function SelectedTable({ items }: { items: CartItem[] }) {
  const { remove, removing } = useRemoveFromCart(items)
  const columns: Column<CartItem>[] = [
    { header: '#', cell: (_, index) => index + 1 },
    {
      header: 'Image',
      slot: 'image',
      cell: ({ classImage }) => <Picture src={classImage} alt="" sizes={SMALL} className="thumb" />,
    },
    { header: 'Name', slot: 'title', cell: (item) => <ItemName item={item} /> },
    { header: 'Price', end: true, slot: 'end', cell: ({ price }) => <Price amount={price} /> },
    {
      header: 'Action',
      end: true,
      slot: 'detail',
      cell: (item) => <ItemActions item={item} busy={removing?._id === item._id} onRemove={() => remove(item)} />,
    },
  ]
  return <Table caption="My Selected Classes" columns={columns} rows={items} rowKey={({ _id }) => _id} />
}

function ItemName({ item }: { item: CartItem }) {
  const focusPay = (id: string) => focusSoon(() => document.getElementById(toPayId(id)))
  return (
    <>
      <p>{item.className}</p>
      <RunStart run={item} />
      {item.problem && (
        <div className="mt-2 text-base">
          <ItemProblem item={item} onMended={focusPay} />
        </div>
      )}
    </>
  )
}

const toPayId = (itemId: string) => `pay-${itemId}`

interface ItemActionsProps {
  item: CartItem
  busy: boolean
  onRemove: () => void
}

function ItemActions({ item, busy, onRemove }: ItemActionsProps) {
  return (
    <div className="flex justify-end gap-2">
      <Button id={toButtonId(item._id)} look="ghost" busy={busy} onClick={onRemove}>
        Delete
        <About>{item.className}</About>
      </Button>
      {item.problem === null && (
        <ButtonLink id={toPayId(item._id)} to={`/dashboard/payment/${item._id}`}>
          Pay
          <About>{item.className}</About>
        </ButtonLink>
      )}
    </div>
  )
}
