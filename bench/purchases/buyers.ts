/** 32 buyers at once over HTTP, each buying class after class. */
import { api } from '../../contract/api.ts'
import type { Call } from '../../contract/call.ts'
import { intentIn } from '../../testing/paying.ts'
import { callAs } from '../signed-in.ts'
import type { Filled } from './fill.ts'

const PRICE = 49.99

export class Buyers {
  readonly #calls: Call[]
  readonly #classIds: string[]
  #next = 0

  constructor(calls: Call[], classIds: string[]) {
    this.#calls = calls
    this.#classIds = classIds
  }

  static async at(url: string, secret: string, { buyerIds, classes }: Filled): Promise<Buyers> {
    const calls = await Promise.all(buyerIds.map((id) => callAs(url, secret, id)))
    return new Buyers(
      calls,
      classes.map(({ id }) => id),
    )
  }

  /** Lets all buyers buy for some seconds. Returns settled purchases per second. */
  async perSecond(seconds: number): Promise<number> {
    const begun = performance.now()
    const bought = await Promise.all(
      this.#calls.map((call, buyer) => this.#buyUntil(call, buyer, begun + seconds * 1000)),
    )
    this.#next += Math.max(...bought)
    return (bought.reduce((all, one) => all + one, 0) * 1000) / (performance.now() - begun)
  }

  /** Buys class after class. Each buyer starts at another class: they meet, but not all at one row. */
  async #buyUntil(call: Call, buyer: number, end: number): Promise<number> {
    for (let bought = 0; ; bought++) {
      if (performance.now() > end) return bought
      const at = this.#next + bought
      if (at >= this.#classIds.length) throw new Error('there are too few classes for such a long run')
      await buy(call, this.#classIds[(at + buyer * 3) % this.#classIds.length] ?? '')
    }
  }
}

/** Selects a class and pays for it. */
export async function buy(call: Call, classId: string): Promise<void> {
  const { insertedId: cartId } = await call(api.selectClass, { body: { classId } })
  const { clientSecret } = await call(api.createPaymentIntent, { body: { price: PRICE, cartId } })
  await call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
}
