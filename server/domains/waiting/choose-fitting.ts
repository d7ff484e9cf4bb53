/**
 * Chooses who is offered free seats: in the order of the list, leaving out those who want more seats than are left then.
 * @param free the number of seats
 * @param entries in the order of the list
 */
export function chooseFitting<Entry extends { seats: number }>(free: number, entries: readonly Entry[]): Entry[] {
  let left = free
  return entries.filter(({ seats }) => {
    if (seats > left) return false
    left -= seats
    return true
  })
}
