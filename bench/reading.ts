/** Reading a page of a school all the while that something else happens to it. */
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** How long each reading took, in milliseconds, one begun every `everyMs` until `work` is done. */
export async function readWhile(url: string, everyMs: number, work: Promise<unknown>): Promise<number[]> {
  let under = true
  const done = work.finally(() => {
    under = false
  })
  const agent = new Agent({ keepAlive: true })
  const times: Promise<number>[] = []
  while (under) {
    times.push(timeOf(url, agent))
    await pause(everyMs)
  }
  await done
  const all = await Promise.all(times)
  agent.destroy()
  return all
}

function timeOf(url: string, agent: Agent): Promise<number> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { 'accept-encoding': 'br' } }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(performance.now() - begun))
    })
    request.on('error', reject)
  })
}

/** What all but a hundredth stay below. */
export function percentile99(times: number[]): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
}
