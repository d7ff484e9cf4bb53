import { Link } from 'react-router'
import type { CartItem } from '#contract/cart.ts'
import { toClassPath, toSlug } from '#contract/slug.ts'
import { formatCount } from '#contract/values/count.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { RunStart } from '#web/features/calendar/run-start.tsx'
import { useEnrolledClasses } from '#web/features/enrolments/enrolled-classes.query.ts'
import { Price } from '#web/school/price.tsx'
import { About, Button, ButtonLink } from '#web/ui/button.tsx'
import { focusSoon } from '#web/ui/focus.ts'
import { type Column, Table } from '#web/ui/lists/table.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { ItemProblem, OtherDates, OtherNumber } from './item-problem.tsx'
import { toButtonId, useRemoveFromCart } from './remove-from-cart.ts'

/** The selected classes, each with a Delete button, and a link to its payment or what is in the way of it. */
export function SelectedTable({ items }: { items: CartItem[] }) {
  const { remove, removing } = useRemoveFromCart(items)
  const columns: Column<CartItem>[] = [
    { header: '#', cell: (_, index) => <span className="text-sm text-soft">{index + 1}</span> },
    {
      header: 'Image',
      slot: 'image',
      cell: ({ classImage }) => <Picture src={classImage} alt="" sizes="10rem" className="aspect-[3/2] w-28 sm:w-40" />,
    },
    {
      header: 'Name',
      slot: 'title',
      cell: (item) => <ItemName item={item} onRemove={() => remove(item)} busy={removing?._id === item._id} />,
    },
    { header: 'Price', end: true, slot: 'end', cell: (item) => <ItemPrice item={item} /> },
    {
      header: 'Action',
      end: true,
      slot: 'action',
      cell: (item) => <PayLink item={item} isMain={items.length === 1} />,
    },
  ]
  return <Table caption="My Selected Classes" columns={columns} rows={items} rowKey={({ _id }) => _id} />
}

/** The price of a seat, and of all of them where there are several. */
function ItemPrice({ item: { seats, price, total } }: { item: CartItem }) {
  return (
    <>
      <span className="font-display text-xl">
        <Price amount={price} />
      </span>
      {seats > 1 && (
        <p className="whitespace-nowrap text-sm text-soft">
          {seats} seats: <Price amount={total} />
        </p>
      )}
    </>
  )
}

interface ItemNameProps {
  item: CartItem
  onRemove: () => void
  busy: boolean
}

function ItemName({ item, ...removal }: ItemNameProps) {
  const focusPay = (id: string) => focusSoon(() => document.getElementById(toPayId(id)))
  return (
    <>
      <p className="row-name wrap-anywhere font-display text-xl sm:text-2xl">
        <Link to={toClassPath({ _id: item.classId, slug: toSlug(item.className) })} className="hover:underline">
          {item.className}
        </Link>
      </p>
      <div className="row-rest">
        <RunStart run={item} />
        <p className="wrap-anywhere text-sm text-soft">{describeCourse(item)}</p>
        {item.for_others ? <ForOthers item={item} /> : <EarlierEnrolments item={item} />}
        {item.problem && (
          <div className="mt-2 text-base">
            <ItemProblem item={item} onMended={focusPay} />
          </div>
        )}
        <div className="mt-1 flex flex-wrap items-baseline gap-x-4">
          <Change item={item} onMended={focusPay} />
          <Button
            id={toButtonId(item._id)}
            look="ghost"
            className="border-transparent! px-0 font-normal underline underline-offset-4 sm:min-h-0 sm:py-1.5"
            busy={removal.busy}
            onClick={removal.onRemove}
          >
            Delete
            <About>{item.className}</About>
          </Button>
        </div>
      </div>
    </>
  )
}

/** Another date and another number of seats, folded. Renders nothing where neither helps. */
function Change({ item, onMended }: { item: CartItem; onMended: (id: string) => void }) {
  const { problem, dates } = item
  if (problem !== null && problem !== 'sold_out') return null
  return (
    <details className="disclosure text-sm open:w-full">
      <summary>
        Change
        <About>{`of ${item.className}`}</About>
      </summary>
      <div className="grid gap-3 py-2">
        {problem === null && dates.length > 0 && <OtherDates item={item} onMended={onMended} />}
        <OtherNumber item={item} onMended={onMended} />
      </div>
    </details>
  )
}

function ForOthers({ item: { seats } }: { item: CartItem }) {
  return (
    <p className="mt-1 text-sm">
      You have a seat of this date. {seats === 1 ? 'This one is' : `These ${seats} are`} for others: once paid, pass{' '}
      {seats === 1 ? 'it' : 'them'} on by link.
    </p>
  )
}

/** `4 sessions, Studio North, with Paul Whitcombe` */
function describeCourse({ sessions, place, online, instructorName }: CartItem): string {
  const where = online ? 'online' : place
  const parts = [...(sessions > 1 ? [formatCount(sessions, 'session')] : []), ...(where ? [where] : [])]
  return [...parts, `with ${instructorName}`].join(', ')
}

/** Says that the student has been in the class before: the page of the class then is another one. */
function EarlierEnrolments({ item }: { item: CartItem }) {
  const enrolled = useEnrolledClasses().data ?? []
  const dates = enrolled.flatMap(({ classId, run }) => (classId === item.classId ? (run.starts ?? []) : []))
  if (item.problem === 'enrolled' || dates.length === 0) return null
  const days = new Intl.ListFormat('en').format(
    dates.map((starts) => formatClockTime(starts, null, { now: 'always', withZone: false })),
  )
  return (
    <p className="mt-1 text-sm">You were in this class before: {days}. This is another date, and it is paid again.</p>
  )
}

const toPayId = (itemId: string) => `pay-${itemId}`

/** The payment of one class. Below several, Pay all is the main button. */
function PayLink({ item, isMain }: { item: CartItem; isMain: boolean }) {
  if (item.problem !== null) return null
  return (
    <ButtonLink
      look={isMain ? 'primary' : 'ghost'}
      id={toPayId(item._id)}
      to={`/dashboard/payment/${item._id}`}
      className={isMain ? '' : 'border-transparent! px-0 underline underline-offset-4'}
    >
      Pay
      <About>{item.className}</About>
    </ButtonLink>
  )
}
