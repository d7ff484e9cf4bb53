/** Starts the server. Settings and port are checked first, so that a mistake in them is reported at once. */
import { once } from 'node:events'
import { enableCompileCache } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { openDataFolder, PRIVATE_UMASK } from './platform/data-folder.ts'
import { ROOT } from './platform/root.ts'
import { StartError } from './platform/start-error.ts'
import { findDemoWarning, readSettings, type Settings } from './settings/settings.ts'
import type { PortReservation } from './start.ts'

// Compiled code of packages and of the bundle; a user who may not write there starts without.
enableCompileCache(join(ROOT, 'node_modules/.cache/node'))
await run()

async function run(): Promise<void> {
  const startedAt = performance.now()
  const leaveSignals = endOnSignal()
  process.umask(PRIVATE_UMASK)
  // The reader of our lines may be gone (a closed terminal, `| head`). The server keeps running and stops in order.
  process.stdout.on('error', () => {})
  try {
    const settings = readSettings(process.env)
    const reservation = await reservePort(settings)
    openDataFolder(settings.dataDir)
    const { startServer } = await import('./start.ts')
    const development = process.argv.includes('--dev')
    const publicUrl = await startServer(settings, reservation, { development, print, warn, leaveSignals })
    const warning = findDemoWarning(settings)
    if (warning) warn(warning)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    print(`Listening on ${publicUrl} (started in ${seconds} s)`)
  } catch (error) {
    const reported = toStartError(error)
    if (!reported) throw error
    process.stderr.write(`The server cannot start. ${reported.message}\n`)
    // Parts that were opened before the error would keep the process running, and nothing would start it again.
    process.exit(1)
  }
}

/**
 * Ends the process at a signal during the start. Without a listener, Linux ignores signals to the first process of a container. Returns a function
 * that leaves them to others.
 */
function endOnSignal(): () => void {
  const end = () => process.exit(0)
  process.on('SIGINT', end).on('SIGTERM', end)
  return () => void process.off('SIGINT', end).off('SIGTERM', end)
}

/**
 * Checks the port of the settings first, so that one in use breaks nothing. For 0 it reserves any free port until its release, so that no
 * other program takes it during the start. A chosen port is closed until the server is ready: a load balancer would take an open
 * one for a working instance, and lose its requests.
 */
async function reservePort({ host, port }: Settings): Promise<PortReservation> {
  const probe = createServer()
  probe.listen(port, host)
  await once(probe, 'listening')
  probe.on('connection', (socket) => socket.destroy())
  // A start that fails must end the process.
  probe.unref()
  const reserved = (probe.address() as AddressInfo).port
  const release = async () => {
    if (!probe.listening) return
    probe.close()
    await once(probe, 'close')
  }
  if (port !== 0) await release()
  return { port: reserved, release }
}

/** Returns a problem that the operator can fix: a port that cannot be opened, now or after the start, or another one; else null. */
function toStartError(error: unknown): StartError | null {
  if (error instanceof StartError) return error
  const { syscall, code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return null
  if (code === 'EADDRINUSE')
    return new StartError(`PORT: ${port} on ${address} is in use; set another, or 0 for any free one`)
  return new StartError(
    `HOST: cannot listen on ${process.env.HOST ?? address} port ${process.env.PORT ?? port} (${code})`,
  )
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function warn(line: string): void {
  process.stderr.write(`Warning: ${line}\n`)
}
