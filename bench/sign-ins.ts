/** Whether the public site is held up while a class signs in: a kept page is read all the while that passwords are hashed. */
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { DEMO_PASSWORD, DEMO_STUDENT } from '../server/demo-accounts.ts'
import { atMost, type Figure } from './figure.ts'
import { withSchool } from './school-process.ts'

const AT_ONCE = 20
/** Three times twenty is what an address may do in a minute. */
const ROUNDS = 3
const MOST_MS = 100
/** Often enough for a hundredth to be several requests, seldom enough to leave the processor to the server. */
const ASK_EVERY_MS = 4

export async function measureSignIns(): Promise<Figure[]> {
  const { quiet, busy, seconds } = await withSchool(measure)
  const what = `GET /classes, kept, p99 while ${AT_ONCE} sign in at once`
  const beside = `${busy.length} requests in ${seconds.toFixed(1)} s; ${percentile99(quiet).toFixed(1)} ms when nobody does`
  return [atMost({ what: `${what} (${beside})`, value: percentile99(busy), most: MOST_MS, unit: ' ms', digits: 1 })]
}

async function measure(school: string): Promise<{ quiet: number[]; busy: number[]; seconds: number }> {
  const quiet = await readWhile(school, pause(1_000))
  const begun = performance.now()
  const busy = await readWhile(school, rounds(school))
  return { quiet, busy, seconds: (performance.now() - begun) / 1000 }
}

async function rounds(school: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const all = Array.from({ length: AT_ONCE }, () =>
      fetch(`${school}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: school },
        body: JSON.stringify({ email: DEMO_STUDENT, password: DEMO_PASSWORD }),
      }),
    )
    for (const answer of await Promise.all(all)) {
      if (!answer.ok) throw new Error(`a sign-in was answered ${answer.status}`)
    }
  }
}

/** How long each reading of the page took, in milliseconds, until `work` is done. */
async function readWhile(school: string, work: Promise<unknown>): Promise<number[]> {
  let under = true
  const done = work.finally(() => {
    under = false
  })
  const agent = new Agent({ keepAlive: true })
  const times: Promise<number>[] = []
  while (under) {
    times.push(timeOf(`${school}/classes`, agent))
    await pause(ASK_EVERY_MS)
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

function percentile99(times: number[]): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
}
