import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that Linux gives to outgoing connections and to port 0, which would take one before its server listens. Source: ip(7) */
const [FIRST, COUNT] = [20_000, 10_000]

const returned = new Set<number>()

/** Returns a port of 127.0.0.1 that is free at this moment, and that this process has not returned before. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + randomInt(COUNT)
    if (returned.has(port) || !(await isFree(port))) continue
    returned.add(port)
    return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
