/** Reads a page regularly while other work runs. */
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** Starts a request every `intervalMs` until `work` is done. Returns the time of each, in milliseconds. */
export async function readWhile(url: string, intervalMs: number, work: Promise<unknown>): Promise<number[]> {
  let isWorking = true
  const done = work.finally(() => {
    isWorking = false
  })
  const agent = new Agent({ keepAlive: true })
  const times: Promise<number>[] = []
  while (isWorking) {
    times.push(measureRequest(url, agent))
    await pause(intervalMs)
  }
  await done
  const all = await Promise.all(times)
  agent.destroy()
  return all
}

function measureRequest(url: string, agent: Agent): Promise<number> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      response.resume()
      response.on('end', () => resolve(performance.now() - begun))
    })
    request.on('error', reject)
  })
}

/** Returns the 99th percentile. */
export function percentile99(times: number[]): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
}
