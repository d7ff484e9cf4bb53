/** Firebase's emulator of sign-ins as a process, and the e-mails that it would send. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../testing/free-port.ts'
import { PROJECT } from './accounts.ts'

const FIREBASE = join(import.meta.dirname, '../../node_modules/.firebase-emulator/node_modules/.bin/firebase')
const TIMEOUT_MS = 60_000

export interface Emulator {
  host: string
  /** Returns the code of the last link that was sent to an address. */
  readCode(email: string, type: 'VERIFY_EMAIL' | 'PASSWORD_RESET'): Promise<string>
  close(): Promise<void>
}

/** Starts it on free ports of this machine. */
export async function openEmulator(): Promise<Emulator> {
  const folder = await mkdtemp(join(tmpdir(), 'firebase-'))
  const [auth, hub, logging] = [await freePort(), await freePort(), await freePort()]
  const at = (port: number) => ({ host: '127.0.0.1', port })
  const emulators = { auth: at(auth), hub: at(hub), logging: at(logging), ui: { enabled: false } }
  await writeFile(join(folder, 'firebase.json'), JSON.stringify({ emulators }))
  const child = spawn(process.execPath, [FIREBASE, 'emulators:start', '--only', 'auth', '--project', PROJECT], {
    cwd: folder,
    stdio: 'ignore',
  })
  const host = `127.0.0.1:${auth}`
  await waitFor(`http://${host}/`)
  return {
    host,
    async readCode(email, type) {
      const response = await fetch(`http://${host}/emulator/v1/projects/${PROJECT}/oobCodes`)
      const { oobCodes } = (await response.json()) as { oobCodes: Record<string, string>[] }
      return oobCodes.findLast((sent) => sent.email === email && sent.requestType === type)?.oobCode ?? ''
    },
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

async function waitFor(url: string): Promise<void> {
  const until = Date.now() + TIMEOUT_MS
  for (;;) {
    if (await fetch(url).catch(() => null)) return
    if (Date.now() > until) throw new Error("Firebase's emulator did not start")
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
