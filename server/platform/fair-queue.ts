/** A queue for work that takes the processor. Callers take turns, so that the requests of one do not delay all others. */
import { setImmediate as yieldToRequests } from 'node:timers/promises'
import { OverloadError } from './app-error.ts'

export interface QueueLimits {
  /** Work that runs at the same time. */
  concurrency: number
  maxWaitingPerCaller: number
  maxWaiting: number
}

export class FairQueue {
  readonly #limits: QueueLimits
  /** Starts the waiting work, by caller. The caller whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #waitingCount = 0
  #running = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /**
   * Runs work in the turn of its caller, such as a network.
   * @throws OverloadError at once where too much is waiting
   */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.concurrency) this.#running++
    else await this.#wait(caller)
    try {
      // Other requests come first, because work may block the processor.
      await yieldToRequests()
      return await work()
    } finally {
      this.#startNext()
    }
  }

  #wait(caller: string): Promise<void> {
    const own = this.#waiting.get(caller) ?? []
    const { maxWaiting, maxWaitingPerCaller } = this.#limits
    if (this.#waitingCount >= maxWaiting || own.length >= maxWaitingPerCaller) throw new OverloadError()
    this.#waitingCount++
    this.#waiting.set(caller, own)
    return new Promise((start) => own.push(start))
  }

  /** Passes the place to the next caller, who then goes to the end of the line. */
  #startNext(): void {
    const [next] = this.#waiting
    if (!next) return void this.#running--
    const [caller, [start, ...rest]] = next
    this.#waiting.delete(caller)
    if (rest.length > 0) this.#waiting.set(caller, rest)
    this.#waitingCount--
    start?.()
  }
}
