/** The age of what the public pages show: a number that grows with every write that changes it. */
export class Catalogue {
  #version = 0

  /** Kept pages of an older version are stale, and a render that began in one may not be kept. */
  get version(): number {
    return this.#version
  }

  /** To be called after the commit of a write to classes, instructors, slides or reviews, before it is answered. */
  changed(): void {
    this.#version++
  }
}
