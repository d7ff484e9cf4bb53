import { Link } from 'react-router'
import type { Order, OrdersQuery } from '#contract/orders.ts'
import { formatMajor } from '#contract/values/money.ts'
import { Person } from '#web/ui/lists/person.tsx'
import type { Column } from '#web/ui/lists/table.tsx'
import { formatDay, getZoneName } from '#web/ui/text/dates.ts'
import { describeState } from './order-view.tsx'

/** The columns of all users' orders, for admins. */
export const ORDER_COLUMNS: Column<Order, NonNullable<OrdersQuery['sort']>>[] = [
  {
    header: 'Order',
    slot: 'note',
    cell: ({ _id, number }) => (
      <Link to={`/dashboard/order/${_id}`} className="link row-link">
        {number}
      </Link>
    ),
  },
  {
    get header() {
      return `Date (${getZoneName()})`
    },
    slot: 'meta',
    sort: 'created_at',
    cell: ({ created_at }) => <p className="min-w-20">{formatDay(created_at)}</p>,
  },
  { header: 'Name', slot: 'title', cell: (order) => <Person {...order} /> },
  {
    header: 'Lines',
    slot: 'detail',
    cell: ({ lines }) => (
      <ul className="min-w-24">
        {lines.map(({ _id, text }) => (
          <li key={_id} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
    ),
  },
  { header: 'Total', end: true, slot: 'end', cell: ({ total, currency }) => formatMajor(total, currency) },
  { header: 'Status', slot: 'status', cell: describeState },
]
