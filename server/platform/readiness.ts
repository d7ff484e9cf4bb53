/** Readiness for new requests. A load balancer reads it at /readyz, or learns it from refused reads. */
import { setTimeout as pause } from 'node:timers/promises'

/** nginx passes nothing to an instance for two seconds after a refused read. Requests that were under way have arrived by then. */
const SILENCE_MS = 500
const POLL_MS = 50

export class Readiness {
  #isDraining = false
  #lastRequest = 0

  /** True if it is about to stop, and load balancers must choose another instance. */
  get isDraining(): boolean {
    return this.#isDraining
  }

  drain(): void {
    this.#isDraining = true
    this.noteRequest()
  }

  /** Notes a request while draining, other than a health check. */
  noteRequest(): void {
    this.#lastRequest = performance.now()
  }

  /** Waits until no request has come for half a second, so that none waits in the kernel when the port closes. */
  async waitForSilence(maxMs: number): Promise<void> {
    const end = performance.now() + maxMs
    while (performance.now() < Math.min(end, this.#lastRequest + SILENCE_MS)) await pause(POLL_MS)
  }
}
