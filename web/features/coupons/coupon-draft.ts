/** The draft of a coupon in a form: the typed texts. */
import type { Coupon, CouponChange, CouponKind, NewCoupon } from '#contract/coupons.ts'
import { readAmount } from '#contract/values/amount.ts'

export interface CouponDraft {
  code: string
  kind: CouponKind
  value: string
  /** Blank for any number. */
  maxUses: string
  perPerson: string
  /** The ids of the chosen classes; none for all. */
  classes: string[]
  /** Blank for always. */
  from: string
  until: string
}

/** Returns the draft of a coupon, or an empty one. */
export function toDraft(coupon: Coupon | null): CouponDraft {
  const { code = '', kind = 'percent', value, max_uses, per_person, classes, from, until } = coupon ?? {}
  return {
    ...{ code, kind, value: `${value ?? ''}`, maxUses: `${max_uses ?? ''}`, perPerson: `${per_person ?? ''}` },
    ...{ classes: classes ?? [], from: from ?? '', until: until ?? '' },
  }
}

/** Returns the coupon of a draft; a text that is no number becomes NaN. @param decimals of the currency */
export function readDraft(draft: CouponDraft, decimals: number): NewCoupon {
  const { code, kind, value, maxUses, perPerson, classes, from, until } = draft
  const reading = readAmount(value, kind === 'percent' ? 2 : decimals)
  return {
    ...{ code, kind, value: reading && 'amount' in reading ? reading.amount : Number.NaN },
    ...{ max_uses: toCount(maxUses), per_person: toCount(perPerson) },
    ...{ classes: classes.length > 0 ? classes : null, from: from || null, until: until || null },
  }
}

function toCount(typed: string): number | null {
  return typed.trim() === '' ? null : Number(typed.trim())
}

/** Returns the fields of a draft that differ from the coupon. */
export function findChanges(draft: CouponDraft, coupon: Coupon | null, decimals: number): NewCoupon & CouponChange {
  const fields = readDraft(draft, decimals)
  const before = readDraft(toDraft(coupon), decimals)
  const names = Object.keys(fields) as (keyof NewCoupon)[]
  const changed = names.filter((name) => !coupon || JSON.stringify(fields[name]) !== JSON.stringify(before[name]))
  return Object.fromEntries(changed.map((name) => [name, fields[name]])) as unknown as NewCoupon & CouponChange
}
