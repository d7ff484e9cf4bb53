/** Says what the parts of the server do, and what needs a look. */
import type { JobQueue, ServerStatus } from '#contract/status.ts'
import { describeZone } from '#contract/values/session-times.ts'
import { formatMoment } from '#web/ui/text/dates.ts'

export interface Fact {
  name: string
  text: string
  /** The next step, where something needs a look. */
  warning?: string
}

const GIGABYTE = 1024 ** 3
const MEGABYTE = 1024 ** 2
const MIN_FREE = 2 * GIGABYTE
const MAX_WAITING_MAIL = 100
const MAX_BACKUP_AGE_MS = 2 * 24 * 60 * 60_000
const MAX_CONNECTIONS_USED = 0.8
const MAX_RULES_AGE_MS = 365 * 24 * 60 * 60_000

/** Returns one line for each part, in the order of the page. */
export function describeStatus(status: ServerStatus): Fact[] {
  return [
    describeMail(status),
    describeCards(status),
    describeDatabase(status),
    describeDisk(status),
    describeBackup(status),
    describeZones(status),
  ]
}

function describeMail({ mail: { has_server, waiting, sent_at } }: ServerStatus): Fact {
  const last = sent_at === null ? 'None sent lately' : `Last sent ${formatMoment(sent_at)}`
  const text = `${last}, ${waiting} waiting`
  if (!has_server) return { name: 'E-mail', text, warning: 'There is no mail server. E-mails become files.' }
  if (waiting <= MAX_WAITING_MAIL) return { name: 'E-mail', text }
  return { name: 'E-mail', text, warning: 'Many e-mails are waiting. Check the mail server.' }
}

function describeCards({ cards: { provider, responds, event_at } }: ServerStatus): Fact {
  const label = provider === 'stripe' ? 'Stripe' : 'Test mode'
  const event = event_at === null ? 'no events received yet' : `last event ${formatMoment(event_at)}`
  const text = `${label}, ${event}`
  if (responds) return { name: 'Card provider', text }
  return { name: 'Card provider', text, warning: "It doesn't respond. Students can't pay at the moment." }
}

function describeDatabase({ database: { kind, size, response, connections } }: ServerStatus): Fact {
  const label = kind === 'postgres' ? 'PostgreSQL' : 'Embedded'
  const text = `${label}, ${formatBytes(size)}, responds in ${response} ms, ${connections.open} of ${connections.max} connections`
  const isNearLimit = connections.open > connections.max * MAX_CONNECTIONS_USED
  if (!isNearLimit) return { name: 'Database', text }
  return { name: 'Database', text, warning: 'Almost all connections are in use.' }
}

function describeDisk({ disk: { free, total } }: ServerStatus): Fact {
  const text = `${formatBytes(free)} free of ${formatBytes(total)}`
  if (free >= MIN_FREE) return { name: 'Disk', text }
  return { name: 'Disk', text, warning: 'Little space is left. Uploads and backups may fail.' }
}

function describeBackup({ backup_at, read_at }: ServerStatus): Fact {
  if (backup_at === null)
    return { name: 'Backup', text: 'None yet', warning: 'Run npm run backup daily on the server.' }
  const text = `Last one ${formatMoment(backup_at)}`
  if (read_at - backup_at <= MAX_BACKUP_AGE_MS) return { name: 'Backup', text }
  return { name: 'Backup', text, warning: 'It is more than two days old.' }
}

/** Warns of rules that are old, and of those that differ from the browser's. */
function describeZones({ zones: { version, updated_on, clocks }, read_at }: ServerStatus): Fact {
  const name = 'Time zones'
  if (updated_on === null)
    return {
      name,
      text: `Rules of ${version}`,
      warning: 'These are the rules inside Node. Start the server with npm start.',
    }
  const text = `Rules of ${version}, looked up on ${updated_on}`
  const advice = 'Run npm run update-zones on the server and restart it.'
  if (read_at - Date.parse(updated_on) > MAX_RULES_AGE_MS)
    return { name, text, warning: `They are more than a year old. ${advice}` }
  const zone = findDifferentZone(clocks)
  if (zone === null) return { name, text }
  return {
    name,
    text,
    warning: `Your browser has other rules for ${describeZone(zone)}. ${advice} If it stays, update the browser.`,
  }
}

/** Returns the sum of all queues, and the warning where jobs failed. */
export function describeJobs(queues: JobQueue[]): Fact {
  const sum = (count: (queue: JobQueue) => number) => queues.reduce((all, queue) => all + count(queue), 0)
  const text = `${sum(({ waiting }) => waiting)} waiting, ${sum(({ running }) => running)} running`
  const failed = sum((queue) => queue.failed)
  if (failed === 0) return { name: 'Jobs', text }
  return { name: 'Jobs', text: `${text}, ${failed} failed`, warning: 'Some jobs failed. Retry them below.' }
}

export function formatBytes(bytes: number): string {
  if (bytes >= GIGABYTE) return `${(bytes / GIGABYTE).toFixed(1)} GB`
  return `${Math.round(bytes / MEGABYTE)} MB`
}

/** Returns the first zone in which clocks show another time by the rules of the browser; null where all agree. */
function findDifferentZone(clocks: ServerStatus['zones']['clocks']): string | null {
  return clocks.find(({ time_zone, at, clock }) => readClock(at, time_zone) !== clock)?.time_zone ?? null
}

/** Returns a time such as `2027-05-04T18:00`; null in a zone that the browser does not know. */
function readClock(at: number, timeZone: string): string | null {
  const two = '2-digit' as const
  const options = { year: 'numeric', month: two, day: two, hour: two, minute: two, hourCycle: 'h23', timeZone } as const
  try {
    const parts = new Map(
      new Intl.DateTimeFormat('en-US', options).formatToParts(at).map(({ type, value }) => [type, value]),
    )
    return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}T${parts.get('hour')}:${parts.get('minute')}`
  } catch {
    return null
  }
}
