/** Starts the server. Settings and port are checked first, so that a mistake in them is reported at once. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { openDataFolder, PRIVATE_UMASK } from './platform/data-folder.ts'
import { StartError } from './platform/start-error.ts'
import { findDemoWarning, readSettings, type Settings } from './settings/settings.ts'
import type { PortReservation } from './start.ts'

const startedAt = performance.now()

process.umask(PRIVATE_UMASK)

// The reader of our lines may be gone (a closed terminal, `| head`). The server keeps running and stops in order.
process.stdout.on('error', () => {})

try {
  const settings = readSettings(process.env)
  const reservation = await reservePort(settings)
  openDataFolder(settings.dataDir)
  const { startServer } = await import('./start.ts')
  const publicUrl = await startServer(settings, reservation, { development: process.argv.includes('--dev'), print })
  const warning = findDemoWarning(settings)
  if (warning) process.stderr.write(`Warning: ${warning}\n`)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  print(`Listening on ${publicUrl} (started in ${seconds} s)`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`The server cannot start. ${error.message}\n`)
  process.exitCode = 1
}

/**
 * Reserves the port of the settings, or any free one for 0, until its release. It is checked first, so that a port in use breaks
 * nothing, and kept, so that no other program takes it during the start.
 */
async function reservePort({ host, port }: Settings): Promise<PortReservation> {
  const probe = createServer()
  probe.listen(port, host)
  try {
    await once(probe, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartError(`PORT: ${port} on ${host} is in use; set another, or 0 for any free one`)
    throw new StartError(`HOST: cannot listen on ${host} port ${port} (${code})`)
  }
  probe.on('connection', (socket) => socket.destroy())
  // A start that fails must end the process.
  probe.unref()
  const release = async () => {
    probe.close()
    await once(probe, 'close')
  }
  return { port: (probe.address() as AddressInfo).port, release }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
