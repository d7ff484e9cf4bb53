import { expect, it } from 'vitest'
import type { ServerStatus } from '#contract/status.ts'
import { describeJobs, describeStatus, formatBytes } from './describe-status.ts'

const GB = 1024 ** 3
const NOW = Date.UTC(2027, 0, 10)
const HEALTHY: ServerStatus = {
  read_at: NOW,
  queues: [],
  failed_jobs: [],
  mail: { has_server: true, waiting: 2, sent_at: NOW },
  cards: { provider: 'stripe', responds: true, event_at: NOW },
  disk: { free: 20 * GB, total: 50 * GB },
  database: { kind: 'postgres', size: 3 * GB, response: 1.2, connections: { open: 12, max: 100 } },
  backup_at: NOW - 60_000,
  zones: {
    version: '2026f',
    updated_on: '2026-11-27',
    clocks: [{ time_zone: 'Europe/Oslo', at: Date.UTC(2027, 4, 4, 16), clock: '2027-05-04T18:00' }],
  },
  time_checks: [],
}

const warnings = (status: ServerStatus) =>
  describeStatus(status).flatMap(({ name, warning }) => (warning ? [name] : []))

it('a healthy server has no warnings', () => {
  expect(warnings(HEALTHY)).toEqual([])
})

it.each<[string, Partial<ServerStatus>]>([
  ['E-mail', { mail: { has_server: false, waiting: 0, sent_at: null } }],
  ['E-mail', { mail: { has_server: true, waiting: 101, sent_at: null } }],
  ['Card provider', { cards: { provider: 'stripe', responds: false, event_at: null } }],
  ['Database', { database: { ...HEALTHY.database, connections: { open: 81, max: 100 } } }],
  ['Disk', { disk: { free: GB, total: 50 * GB } }],
  ['Backup', { backup_at: null }],
  ['Backup', { backup_at: NOW - 3 * 24 * 60 * 60_000 }],
  ['Time zones', { zones: { ...HEALTHY.zones, updated_on: null } }],
  ['Time zones', { zones: { ...HEALTHY.zones, updated_on: '2026-01-09' } }],
  [
    'Time zones',
    { zones: { ...HEALTHY.zones, clocks: [{ time_zone: 'Europe/Oslo', at: NOW, clock: '2027-01-10T02:00' }] } },
  ],
])('%s has a warning with %j', (name, change) => {
  expect(warnings({ ...HEALTHY, ...change })).toEqual([name])
})

it('failed jobs are counted, with a warning', () => {
  const queue = { name: 'mail', waiting: 3, due: 1, running: 1, failed: 0 }
  expect(describeJobs([queue, queue])).toEqual({ name: 'Jobs', text: '6 waiting, 2 running' })
  expect(describeJobs([{ ...queue, failed: 2 }]).warning).toBe('Some jobs failed. Retry them below.')
})

it('sizes have a unit', () => {
  expect([formatBytes(5 * 1024 ** 2), formatBytes(1.5 * GB)]).toEqual(['5 MB', '1.5 GB'])
})
