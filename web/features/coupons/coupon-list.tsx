import type { Coupon } from '#contract/coupons.ts'
import { formatCount } from '#contract/values/count.ts'
import { describeDay } from '#contract/values/session-times.ts'
import { ContentActions } from '#web/features/home/editor/content-item.tsx'
import { ContentList } from '#web/features/home/editor/content-list.tsx'
import { Price } from '#web/school/price.tsx'
import { CouponForm } from './coupon-form.tsx'
import { useCouponCalls } from './coupons.query.ts'

/** All coupons, and a form for a new one. */
export function CouponList({ coupons }: { coupons: Coupon[] }) {
  return (
    <ContentList
      label="Coupons"
      addTitle="Add a coupon"
      rows={coupons}
      renderItem={(row, edit) => <CouponItem key={row._id} coupon={row} onEdit={edit} />}
      renderForm={(row, onDone) => <CouponForm coupon={row} onDone={onDone} />}
    />
  )
}

function CouponItem({ coupon, onEdit }: { coupon: Coupon; onEdit: () => void }) {
  const { _id, code, kind, value } = coupon
  const { remove } = useCouponCalls()
  return (
    <li className="flex flex-wrap items-start justify-between gap-4 border-line border-t py-5">
      <div className="wrap-anywhere grid min-w-0 gap-1">
        <p className="font-medium">{code}</p>
        <p>{kind === 'percent' ? `${value} % off` : <AmountOff amount={value} />}</p>
        <p className="text-sm text-soft">{describeLimits(coupon)}</p>
      </div>
      <div className="quiet-actions">
        <ContentActions
          title={code}
          detail={`${code}. Orders in checkout keep the discount that they have.`}
          published
          onEdit={onEdit}
          onDelete={() => remove(_id)}
        />
      </div>
    </li>
  )
}

function AmountOff({ amount }: { amount: number }) {
  return (
    <>
      <Price amount={amount} /> off an order
    </>
  )
}

function describeLimits({ uses, max_uses, per_person, classes, from, until }: Coupon): string {
  const parts = [
    max_uses === null ? `Used ${formatCount(uses, 'time')}` : `Used ${uses} of ${formatCount(max_uses, 'time')}`,
    ...(per_person === null ? [] : [`${formatCount(per_person, 'time')} for each person`]),
    ...(classes === null ? [] : [`for ${formatCount(classes.length, 'class', 'classes')}`]),
    ...(from === null ? [] : [`from ${describeDay(from)} on`]),
    ...(until === null ? [] : [`until ${describeDay(until)}`]),
  ]
  return `${parts.join(', ')}.`
}
