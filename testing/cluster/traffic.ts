/** Load on a cluster: visitors who read, and students who buy, one after the other without a pause. */
import { setTimeout as pause } from 'node:timers/promises'
import { api } from '../../contract/api.ts'
import { type Buyer, buy } from './buying.ts'
import { send } from './client.ts'

/** Without it, buyers would be through with all classes while the school is away. */
const PAUSE_AFTER_FAILURE_MS = 500

const PATHS = ['/', '/classes', '/api/all-classes', '/instructors', '/api/sliders']

export interface Traffic {
  /** Requests that got a response. */
  responses: number
  /** Every request without a response or with a 5xx, and every call that was refused. */
  failures: string[]
  /** The transaction ids of purchases that were acknowledged. */
  bought: string[]
  /** Lets what is in flight finish. */
  stop(): Promise<void>
}

/** Starts readers, and buyers who each buy each class once. */
export function startTraffic(url: string, readers: number, buyers: Buyer[], classIds: string[]): Traffic {
  let isStopping = false
  const traffic: Traffic = { responses: 0, failures: [], bought: [], stop }
  const read = async (first: number) => {
    for (let turn = first; !isStopping; turn++) {
      const path = PATHS[turn % PATHS.length] ?? '/'
      await note(`GET ${path}`, async () => {
        const { status } = await send(`${url}${path}`)
        if (status !== 200) throw new Error(`${status}`)
      })
    }
  }
  const shop = async (buyer: Buyer) => {
    for (const classId of classIds) {
      if (isStopping) return
      await note('a purchase', async () => void traffic.bought.push(await buy(url, buyer, classId)))
      await note('the payments', () => buyer.call(api.listPayments, { query: { email: buyer.email } }))
    }
  }
  const all = [...Array.from({ length: readers }, (_, index) => read(index)), ...buyers.map(shop)]

  async function note(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
      traffic.responses++
    } catch (error) {
      traffic.failures.push(`${what}: ${error instanceof Error ? error.message : error}`)
      await pause(PAUSE_AFTER_FAILURE_MS)
    }
  }
  async function stop(): Promise<void> {
    isStopping = true
    await Promise.all(all)
  }
  return traffic
}
