/** Chance that comes out the same every time, so that every demo school is the same school. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** A number from 0 up to, but not including, 1. Mulberry32, by Tommy Ettinger (public domain). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  /** `count` different ones of `all`, in an order of their own. */
  pick<T>(all: readonly T[], count: number): T[] {
    const left = [...all]
    return Array.from({ length: Math.min(count, left.length) }, () =>
      left.splice(this.between(0, left.length - 1), 1),
    ).flat()
  }
}
