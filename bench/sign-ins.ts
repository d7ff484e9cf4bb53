/** Whether sign-ins slow down the public pages: reads a cached page while passwords are hashed. */
import { setTimeout as pause } from 'node:timers/promises'
import { DEMO_PASSWORD, DEMO_STUDENT } from '../server/settings/demo.ts'
import { withApplication } from './application-process.ts'
import { atMost, type Figure } from './figure.ts'
import { percentile99, readWhile } from './reading.ts'

const AT_ONCE = 20
/** Three times twenty is the limit of an IP per minute. */
const ROUNDS = 3
const MAX_MS = 100
/** Often enough for a p99 of several requests, seldom enough to leave the CPU to the server. */
const READ_INTERVAL_MS = 4

export async function measureSignIns(): Promise<Figure[]> {
  const { quiet, busy, seconds } = await withApplication(measure)
  const what = `GET /classes, cached, p99 while ${AT_ONCE} sign in at once`
  const beside = `${busy.length} requests in ${seconds.toFixed(1)} s; ${percentile99(quiet).toFixed(1)} ms without sign-ins`
  return [atMost({ what: `${what} (${beside})`, value: percentile99(busy), max: MAX_MS, unit: ' ms', digits: 1 })]
}

async function measure(url: string): Promise<{ quiet: number[]; busy: number[]; seconds: number }> {
  const quiet = await readWhile(`${url}/classes`, READ_INTERVAL_MS, pause(1_000))
  const begun = performance.now()
  const busy = await readWhile(`${url}/classes`, READ_INTERVAL_MS, signInRounds(url))
  return { quiet, busy, seconds: (performance.now() - begun) / 1000 }
}

async function signInRounds(url: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const all = Array.from({ length: AT_ONCE }, () =>
      fetch(`${url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify({ email: DEMO_STUDENT, password: DEMO_PASSWORD }),
      }),
    )
    for (const response of await Promise.all(all)) {
      if (!response.ok) throw new Error(`a sign-in failed with ${response.status}`)
    }
  }
}
