/** Writes what cancellation terms say about moves and substitutes. The server and the form of the terms import it, no public page. */
import type { NewTerms } from './terms.ts'
import { describeDeadline } from './terms-words.ts'

type Rules = Pick<NewTerms, 'move_fee' | 'move_hours_before' | 'substitute_hours_before'>

/** Returns the rules in sentences; none where the terms have none. @param format of amounts in the major unit */
export function describeChanges(
  { move_fee: fee, move_hours_before: moveHours, substitute_hours_before: hours }: Rules,
  format: (amount: number) => string,
): string[] {
  const until = moveHours > 0 ? ` until ${describeDeadline(moveHours)}` : ''
  const cost = fee > 0 ? ` for a fee of ${format(fee)}` : ''
  return [
    ...(until || cost ? [`You can move to another date of the class${until}${cost}.`] : []),
    ...(hours > 0 ? [`You can give your place to another person until ${describeDeadline(hours)}.`] : []),
  ]
}
