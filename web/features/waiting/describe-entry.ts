import type { OwnWaitingEntry } from '#contract/waiting.ts'

/** Returns where an entry stands. @param until the end of its offer in words */
export function describeEntry(
  { state, position, takeable }: Pick<OwnWaitingEntry, 'state' | 'position' | 'takeable'>,
  until: string,
): string {
  if (state === 'offered' && takeable) return `A seat is free for you. We hold it until ${until}.`
  if (state === 'offered') return `We held a seat for you until ${until}. It goes to the next person.`
  if (takeable) return 'A seat is free. All who wait may take it: the first to pay gets it.'
  const ahead = (position ?? 1) - 1
  return ahead === 0 ? 'You are next.' : `${ahead} ahead of you.`
}
