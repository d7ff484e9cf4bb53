/** Whether this instance takes new requests. A load balancer reads it at /readyz. */
export class Readiness {
  #isDraining = false

  /** Whether it is about to stop, and load balancers must choose another instance. */
  get isDraining(): boolean {
    return this.#isDraining
  }

  drain(): void {
    this.#isDraining = true
  }
}
