import type { CartItem } from '#contract/cart.ts'
import { Price } from '#web/school/price.tsx'
import { About, Button, ButtonLink } from '#web/ui/button.tsx'
import { Picture, SMALL } from '#web/ui/picture.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { useRemoveFromCart } from './remove-from-cart.ts'

/** The selected classes, each with its way out of the cart and its way to paying. */
export function SelectedTable({ items }: { items: CartItem[] }) {
  const { remove, removing } = useRemoveFromCart()
  const columns: Column<CartItem>[] = [
    { header: '#', cell: (_, index) => index + 1 },
    {
      header: 'Image',
      cell: ({ classImage }) => <Picture src={classImage} alt="" sizes={SMALL} className="thumb" />,
    },
    { header: 'Name', cell: ({ className }) => className },
    { header: 'Price', end: true, cell: ({ price }) => <Price amount={price} /> },
    {
      header: 'Action',
      end: true,
      cell: (item) => (
        <div className="flex justify-end gap-2">
          <Button look="ghost" busy={removing?._id === item._id} onClick={() => remove(item)}>
            Delete
            <About>{item.className}</About>
          </Button>
          <ButtonLink to={`/dashboard/payment/${item._id}`}>
            Pay
            <About>{item.className}</About>
          </ButtonLink>
        </div>
      ),
    },
  ]
  return <Table caption="My Selected Classes" columns={columns} rows={items} rowKey={({ _id }) => _id} />
}
