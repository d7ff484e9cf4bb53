/** Booked times of people and places, so that the demo books nothing twice. */

export interface Span {
  startsAt: number
  endsAt: number
}

export class Bookings {
  readonly #spans = new Map<string, Span[]>()

  /** Returns whether none of the keys is booked at an overlapping time. */
  isFree(keys: readonly string[], spans: readonly Span[]): boolean {
    const booked = keys.flatMap((key) => this.#spans.get(key) ?? [])
    return !booked.some((one) => spans.some(({ startsAt, endsAt }) => one.startsAt < endsAt && startsAt < one.endsAt))
  }

  book(keys: readonly string[], spans: readonly Span[]): void {
    for (const key of keys) this.#spans.set(key, [...(this.#spans.get(key) ?? []), ...spans])
  }
}
