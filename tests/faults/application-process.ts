/** The server as a process that kills itself after a given number of writes. */
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'

/** The server prints it right before it kills itself. */
export const CRASHING = 'crashing'

export const SECRET = 'a secret for tests, of enough characters'

/** Starts the server; it kills itself after the `crashAfter`th durable write to orders (never for 0). */
export function startCrashing(env: Record<string, string>, crashAfter = 0): ServerProcess {
  const settings = {
    DEMO: 'off',
    CARDS: 'sandbox',
    SECRET,
    LOG_LEVEL: 'silent',
    CRASH_AFTER: `${crashAfter}`,
    CRASH_WORD: CRASHING,
  }
  return startServerProcess({ ...settings, ...env }, { preload: ['./tests/faults/stop-after.ts'] })
}
