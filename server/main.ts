/** Starts the school: settings and port first, so that what is wrong with them is told at once; then the school itself. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { readSettings, type Settings } from './settings.ts'
import { StartError } from './start-error.ts'

const begun = performance.now()

// Whoever read our lines may be gone (a closed terminal, `| head`); the school goes on, and closes in order.
process.stdout.on('error', () => {})

try {
  const settings = readSettings(process.env)
  const port = await freePort(settings)
  const { openDoors } = await import('./open-doors.ts')
  const publicUrl = await openDoors(settings, port, { development: process.argv.includes('--dev'), say })
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  say(`The school is open at ${publicUrl} (started in ${seconds} s)`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`The school cannot start. ${error.message}\n`)
  process.exitCode = 1
}

/** Found before anything is opened, so that a taken port breaks nothing. */
async function freePort({ host, port }: Settings): Promise<number> {
  const probe = createServer()
  probe.listen(port, host)
  try {
    await once(probe, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartError(`PORT: ${port} on ${host} is taken; set another, or 0 for any free one`)
    throw new StartError(`HOST: cannot listen on ${host} port ${port} (${code})`)
  }
  const free = (probe.address() as AddressInfo).port
  probe.close()
  await once(probe, 'close')
  return free
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
