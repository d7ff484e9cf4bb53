/** Says what planned moves cost or return. */
import { formatCount } from '#contract/values/count.ts'
import { formatMoney } from '#contract/values/money.ts'
import { must } from '#server/platform/app-error.ts'
import type { Context } from '#server/ports/context.ts'
import type { PlannedMove } from './move-plans.ts'

/** Returns whether what a move costs can be paid here: the place was paid for, in the currency in which the school sells now. */
export function isPayable({ currency }: Context, { payment }: PlannedMove): boolean {
  return payment?.currency === currency
}

/** Says what a move costs and why. */
export function describeDue(ctx: Context, planned: PlannedMove): string {
  const { dueMinor, feeMinor, currency } = planned
  const [due, fee] = [formatMoney(dueMinor, currency), formatMoney(feeMinor, currency)]
  const contact = isPayable(ctx, planned) ? '' : ' It cannot be paid here: contact us.'
  // The date itself costs more, not only the fee of the terms.
  if (dueMinor > feeMinor)
    return `That date costs ${due} more${feeMinor > 0 ? `, with the fee of ${fee} for a move` : ''}.${contact}`
  const rest = dueMinor < feeMinor ? `, of which ${due} is left to pay` : ''
  return `The terms of your purchase have a fee of ${fee} for a move${rest}.${contact}`
}

/** Says what a cheaper date returns for seats of one student. That of a substitute's place is its buyer's. */
export function describeCredit(moves: PlannedMove[], describeOwn: (money: string) => string): string[] {
  const isOwn = ({ payment, enrolment }: PlannedMove) => payment?.userId === enrolment.userId
  const listFor = (some: PlannedMove[], describeMoney: (money: string) => string) =>
    sumUp(some).creditMinor > 0 ? [describeMoney(formatMoney(sumUp(some).creditMinor, must(some[0]).currency))] : []
  const others = moves.filter((one) => !isOwn(one))
  return [
    ...listFor(moves.filter(isOwn), describeOwn),
    ...listFor(others, (money) => `Who paid for your place gets ${money} as credit.`),
  ]
}

/** Returns what moves cost and return together. */
export function sumUp(moves: PlannedMove[]): Pick<PlannedMove, 'dueMinor' | 'creditMinor'> {
  const sum = (part: 'dueMinor' | 'creditMinor') => moves.reduce((all, one) => all + one[part], 0)
  return { dueMinor: sum('dueMinor'), creditMinor: sum('creditMinor') }
}

/** Names the seats of a move, where it is not only the student's own place. */
export function describeSeats(moves: Pick<PlannedMove, 'enrolment'>[], student: string): string[] {
  const names = moves.map(({ enrolment: { guestName, seat } }) => guestName ?? (seat === 1 ? student : `seat ${seat}`))
  if (names.length === 1 && names[0] === student) return []
  return [`${formatCount(names.length, 'seat')}: ${names.join(', ')}`]
}
