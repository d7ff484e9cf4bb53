/** The rules of time zones inside Node, where the server has others (`ICU_TIMEZONE_FILES_DIR`). A process reads rules once, when it starts. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** An instant in a zone. */
export interface ZonedInstant {
  at: number
  timeZone: string | null
}

export interface BuiltInClocks {
  /** `2026c` */
  version: string
  /** Clock times by these rules, such as `2027-05-04T18:00`; null in a zone that they do not know. */
  clocks: (string | null)[]
}

/** Prints the version of its rules, and the clock times of the instants that it reads. */
const SCRIPT = `
  const chunks = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  const toClock = ({ at, timeZone }) => {
    try {
      const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: timeZone ?? 'UTC' })
      return format.format(at).replace(' ', 'T')
    } catch {
      return null
    }
  }
  console.log(JSON.stringify({ version: process.versions.tz, clocks: JSON.parse(Buffer.concat(chunks)).map(toClock) }))`

/** Returns what clocks show at instants by the rules inside Node. */
export async function readBuiltInClocks(instants: readonly ZonedInstant[]): Promise<BuiltInClocks> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', SCRIPT], {
    // Without ICU_TIMEZONE_FILES_DIR.
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const closed = once(child, 'close')
  child.stdin.end(JSON.stringify(instants))
  const output = await text(child.stdout)
  await closed
  return JSON.parse(output)
}
