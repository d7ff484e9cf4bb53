/** A seeded random generator, so that every demo is the same. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** Returns a number from 0 up to, but not including, 1. Mulberry32, by Tommy Ettinger (public domain). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Returns an integer from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  /** Returns `count` different elements of `all` in random order. */
  pick<T>(all: readonly T[], count: number): T[] {
    const left = [...all]
    return Array.from({ length: Math.min(count, left.length) }, () =>
      left.splice(this.between(0, left.length - 1), 1),
    ).flat()
  }
}
