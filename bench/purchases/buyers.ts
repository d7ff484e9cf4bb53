/** 32 buyers at once over HTTP, each buying class after class. */
import { api } from '../../contract/api.ts'
import type { Call } from '../../contract/call.ts'
import { intentIn } from '../../tests/paying.ts'
import { callingAs } from '../signed-in.ts'
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

  static async at(school: string, secret: string, { buyerIds, classIds }: Filled): Promise<Buyers> {
    const calls = await Promise.all(buyerIds.map((id) => callingAs(school, secret, id)))
    return new Buyers(calls, classIds)
  }

  /** Everybody buys for some seconds; answers the settled purchases per second. */
  async perSecond(seconds: number): Promise<number> {
    const begun = performance.now()
    const bought = await Promise.all(
      this.#calls.map((call, buyer) => this.#buyUntil(call, buyer, begun + seconds * 1000)),
    )
    this.#next += Math.max(...bought)
    return (bought.reduce((all, one) => all + one, 0) * 1000) / (performance.now() - begun)
  }

  /** Each buyer begins at another class, so that they meet, but do not all stand in one queue. */
  async #buyUntil(call: Call, buyer: number, end: number): Promise<number> {
    for (let bought = 0; ; bought++) {
      if (performance.now() > end) return bought
      const at = this.#next + bought
      if (at >= this.#classIds.length) throw new Error('there are too few classes for a run as long as this')
      await buy(call, this.#classIds[(at + buyer * 3) % this.#classIds.length] ?? '')
    }
  }
}

async function buy(call: Call, classId: string): Promise<void> {
  const { insertedId: cartId } = await call(api.selectClass, { body: { classId } })
  const { clientSecret } = await call(api.createPaymentIntent, { body: { price: PRICE, cartId } })
  await call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
}
