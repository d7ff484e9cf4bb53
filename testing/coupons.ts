/** Coupons and checkouts with codes, in tests. */
import { api } from '../contract/api.ts'
import type { NewCoupon } from '../contract/coupons.ts'
import type { ClassRow } from '../demo/factories.ts'
import { confirmCard, intentIn } from './paying.ts'
import type { Visitor } from './visitor.ts'

let codes = 0

/** Adds a coupon of 10 %, unless other fields say otherwise. */
export async function makeCoupon(admin: Visitor, fields: Partial<NewCoupon> = {}) {
  const code = `OFFER ${++codes}`
  const body = { code, kind: 'percent', value: 10, ...fields } as NewCoupon
  const { insertedId: id } = await admin.call(api.addCoupon, { body })
  return { id, code: body.code }
}

/** Selects classes and begins to pay for them with a code, at the amount that the preview shows. */
export async function beginWithCode(student: Visitor, chosen: Pick<ClassRow, 'id'>[], code: string) {
  const cartIds: string[] = []
  for (const { id: classId } of chosen)
    cartIds.push((await student.call(api.selectClass, { body: { classId } })).insertedId)
  return { cartIds, ...(await checkOutWithCode(student, cartIds, code)) }
}

/** Begins to pay for selected classes with a code, at the amount that the preview shows. */
export async function checkOutWithCode(student: Visitor, cartIds: string[], code: string | null) {
  const { due } = await student.call(api.previewCheckout, { body: { cartIds, code } })
  return student.call(api.beginCheckout, { body: { cartIds, code, expected_due: due } })
}

/** Pays what a checkout costs, if anything, and records it. Returns the id of the first payment. */
export async function completePaying(
  student: Visitor,
  { orderId, clientSecret }: { orderId: string; clientSecret: string | null },
): Promise<string> {
  if (clientSecret !== null) await confirmCard(student, clientSecret)
  const { paymentResult } =
    clientSecret === null
      ? await student.call(api.completeCheckout, { params: { id: orderId } })
      : await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
  return paymentResult.insertedId
}
