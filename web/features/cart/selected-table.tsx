import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CartItem } from '#contract/cart.ts'
import { toClassPath, toSlug } from '#contract/slug.ts'
import { formatCount } from '#contract/values/count.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { RunStart } from '#web/features/calendar/run-start.tsx'
import { useEnrolledClasses } from '#web/features/enrolments/enrolled-classes.query.ts'
import { Price } from '#web/school/price.tsx'
import { About, Button, ButtonLink, type Look } from '#web/ui/button.tsx'
import { focusSoon } from '#web/ui/focus.ts'
import { type Column, Table } from '#web/ui/lists/table.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { ItemProblem, OtherDates, OtherNumber } from './item-problem.tsx'
import { toButtonId, useRemoveFromCart } from './remove-from-cart.ts'

/** The selected classes, each with a Delete button, and a link to its payment or what is in the way of it. */
export function SelectedTable({ items }: { items: CartItem[] }) {
  const { remove, removing } = useRemoveFromCart(items)
  const columns: Column<CartItem>[] = [
    { header: '#', cell: (_, index) => index + 1 },
    {
      header: 'Image',
      slot: 'image',
      cell: ({ classImage }) => <Picture src={classImage} alt="" sizes="10rem" className="aspect-[3/2] w-28 sm:w-40" />,
    },
    { header: 'Name', slot: 'title', cell: (item) => <ItemName item={item} /> },
    { header: 'Price', end: true, slot: 'end', cell: (item) => <ItemPrice item={item} /> },
    {
      header: 'Action',
      end: true,
      slot: 'action',
      cell: (item) => (
        <ItemActions
          item={item}
          look={items.length > 1 ? 'outline' : 'primary'}
          busy={removing?._id === item._id}
          onRemove={() => remove(item)}
        />
      ),
    },
  ]
  return <Table caption="My Selected Classes" columns={columns} rows={items} rowKey={({ _id }) => _id} />
}

/** The price of a seat, and of all of them where there are several. */
function ItemPrice({ item: { seats, price, total } }: { item: CartItem }) {
  return (
    <>
      <Price amount={price} />
      {seats > 1 && (
        <p className="whitespace-nowrap text-sm text-soft">
          {seats} seats: <Price amount={total} />
        </p>
      )}
    </>
  )
}

function ItemName({ item }: { item: CartItem }) {
  const focusPay = (id: string) => focusSoon(() => document.getElementById(toPayId(id)))
  return (
    <>
      <p className="row-name wrap-anywhere font-display text-xl">
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
        <div className="mt-1 flex flex-wrap gap-x-4">
          {item.problem === null && item.dates.length > 0 && (
            <Change what="date" item={item}>
              <OtherDates item={item} onMended={focusPay} />
            </Change>
          )}
          {(item.problem === null || item.problem === 'sold_out') && (
            <Change what="seats" item={item}>
              <OtherNumber item={item} onMended={focusPay} />
            </Change>
          )}
        </div>
      </div>
    </>
  )
}

/** @param what follows `Change` */
function Change({ what, item, children }: { what: string; item: CartItem; children: ReactNode }) {
  return (
    <details className="disclosure text-sm open:w-full open:pb-2">
      <summary>
        Change {what}
        <About>{`of ${item.className}`}</About>
      </summary>
      {children}
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

interface ItemActionsProps {
  item: CartItem
  /** Below several classes, Pay all is the main button. */
  look: Look
  busy: boolean
  onRemove: () => void
}

function ItemActions({ item, look, busy, onRemove }: ItemActionsProps) {
  return (
    <div className="row-actions">
      <Button
        id={toButtonId(item._id)}
        look="ghost"
        className="border-transparent! font-normal underline underline-offset-2"
        busy={busy}
        onClick={onRemove}
      >
        Delete
        <About>{item.className}</About>
      </Button>
      {item.problem === null && (
        <ButtonLink
          look={look}
          id={toPayId(item._id)}
          to={`/dashboard/payment/${item._id}`}
          className={look === 'outline' ? 'row-main border-base-content!' : ''}
        >
          Pay
          <About>{item.className}</About>
        </ButtonLink>
      )}
    </div>
  )
}
