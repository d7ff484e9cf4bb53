import type { OwnWaitingEntry } from '#contract/waiting.ts'

type Shown = Pick<OwnWaitingEntry, 'state' | 'seats' | 'position' | 'skipped_at' | 'takeable'>

/** Returns where an entry stands. @param until the end of its offer in words */
export function describeEntry({ state, seats, position, skipped_at, takeable }: Shown, until: string): string {
  const [free, it] = seats === 1 ? ['A seat is free', 'it'] : [`${seats} seats are free`, 'them']
  if (state === 'offered' && takeable) return `${free} for you. We hold ${it} until ${until}.`
  if (state === 'offered') return `We held ${describeSeats(seats)} for you until ${until}. Others can have ${it} now.`
  if (takeable) return `${free}. All who wait may take ${it}: the first to pay gets ${it}.`
  const ahead = (position ?? 1) - 1
  const place = ahead === 0 ? 'You are next.' : `${ahead} ahead of you.`
  return skipped_at === null ? place : `${place} ${describeSkip(seats)}`
}

/** Returns why others could have free seats before an entry. */
export function describeSkip(seats: number): string {
  return `Fewer than ${seats} seats were free, so others could have them.`
}

/** Returns `a seat` or `2 seats`. */
export function describeSeats(seats: number): string {
  return seats === 1 ? 'a seat' : `${seats} seats`
}
