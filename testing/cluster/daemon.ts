/** Debian's servers as processes of their own, in a temporary folder, as a user without rights. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { asService } from '../databases/postgres-server.ts'

const ATTEMPTS = 100

export interface Daemon {
  kill(signal: NodeJS.Signals): void
  stop(): Promise<void>
}

/** Starts a server that stays in the foreground, and waits until its port accepts connections. It dies with this process. */
export async function startDaemon(command: [string, ...string[]], cwd: string, port: number): Promise<Daemon> {
  const [file, args] = asService(command[0], command.slice(1))
  const child = spawn(file, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const kill = () => void child.kill('SIGTERM')
  process.once('exit', kill)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  for (let attempt = 0; !(await isOpen(port)); attempt++) {
    if (hasEnded() || attempt === ATTEMPTS) throw new Error(`${command[0]} does not listen: ${output}`)
    await pause(50)
  }
  return {
    kill: (signal) => void child.kill(signal),
    async stop() {
      process.off('exit', kill)
      if (hasEnded()) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
