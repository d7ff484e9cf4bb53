/** Whether the public site is held up while a class signs in: a kept page is read all the while that passwords are hashed. */
import { setTimeout as pause } from 'node:timers/promises'
import { DEMO_PASSWORD, DEMO_STUDENT } from '../server/demo-accounts.ts'
import { atMost, type Figure } from './figure.ts'
import { percentile99, readWhile } from './reading.ts'
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
  const quiet = await readWhile(`${school}/classes`, ASK_EVERY_MS, pause(1_000))
  const begun = performance.now()
  const busy = await readWhile(`${school}/classes`, ASK_EVERY_MS, rounds(school))
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
