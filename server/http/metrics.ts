/** /metrics, in the format of Prometheus. This module loads only where METRICS_TOKEN is set. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Workload } from '#server/domains/status/figures.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { ConnectionPool } from '#server/platform/database/database.ts'

/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The route of paths that no route has, so that a crawler does not add a label for each. */
const UNKNOWN = 'unknown'

export interface MetricsSources {
  token: string
  pool: ConnectionPool
  readWorkload(): Promise<Workload>
}

export interface Metrics {
  /** Counts a response that was served from memory before the framework. */
  countCached(): void
  /** Returns all metrics as text. */
  read(): Promise<string>
  mount(app: FastifyInstance): void
}

export function createMetrics({ token, pool, readWorkload }: MetricsSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const cached = new Counter({ name: 'http_cached_responses_total', help: 'Responses from memory.', registers })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Calls that reached the framework, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  })
  describePool(pool, registers)
  const setWorkload = describeWorkload(registers)
  const authorization = hash(`Bearer ${token}`)

  async function send(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    if (!timingSafeEqual(hash(request.headers.authorization ?? ''), authorization)) throw new AppError('NOT_SIGNED_IN')
    reply.header('cache-control', 'no-store').type(registry.contentType)
    return read()
  }

  async function read(): Promise<string> {
    setWorkload(await readWorkload().catch(() => null))
    return registry.metrics()
  }

  return {
    read,
    countCached: () => cached.inc(),
    mount(app) {
      app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
        const labels = { method, route: routeOptions.url ?? UNKNOWN, status: reply.statusCode }
        requests.observe(labels, reply.elapsedTime / 1000)
      })
      app.get('/metrics', { schema: { hide: true } }, send)
    },
  }
}

function describePool(pool: ConnectionPool, registers: Registry[]): void {
  const gauge = new Gauge({
    name: 'database_connections',
    help: 'Connections of this instance: open, idle, and queries that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      gauge.set({ state: 'open' }, pool.totalCount)
      gauge.set({ state: 'idle' }, pool.idleCount)
      gauge.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}

/** Returns a function that sets the figures of the database; null where it did not respond. */
function describeWorkload(registers: Registry[]): (workload: Workload | null) => void {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  const up = gauge('database_up', 'Whether the database responded to this request.')
  const jobs = gauge('jobs', 'Jobs by queue and state.', ['queue', 'state'])
  const holds = gauge('seat_holds', 'Seats that open checkouts hold.')
  const money = gauge('payments_settled_minor_1d', 'Money of the last 24 hours, in minor units.', ['currency'])
  const payments = gauge('payments_settled_1d', 'Payments of the last 24 hours.', ['currency'])
  return (workload) => {
    up.set(workload ? 1 : 0)
    for (const stale of [jobs, money, payments]) stale.reset()
    if (!workload) return
    for (const { name: queue, due, waiting, running, failed } of workload.queues) {
      const states = { due, waiting, running, failed }
      for (const [state, count] of Object.entries(states)) jobs.set({ queue, state }, count)
    }
    holds.set(workload.holds)
    for (const { currency, payments: count, amountMinor } of workload.settled) {
      money.set({ currency }, amountMinor)
      payments.set({ currency }, count)
    }
  }
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
