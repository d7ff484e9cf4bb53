/** Opens what tells operators about this instance. Only the parts that the settings turn on are loaded. */
import type { MonitoringComponents } from './app.ts'
import { readWorkload } from './domains/status/figures.ts'
import type { DatabaseConnection } from './platform/database/database.ts'
import { Readiness } from './platform/readiness.ts'
import type { Settings } from './settings/settings.ts'

export async function openMonitoring(settings: Settings, database: DatabaseConnection): Promise<MonitoringComponents> {
  return {
    readiness: new Readiness(),
    metrics: await openMetrics(settings, database),
    tracing: await openTracing(settings),
  }
}

async function openMetrics({ metricsToken: token }: Settings, { db, pool }: DatabaseConnection) {
  if (!token) return null
  const { createMetrics } = await import('./http/metrics.ts')
  return createMetrics({ token, pool, readWorkload: () => readWorkload(db) })
}

async function openTracing({ tracesEndpoint, trustProxy }: Settings) {
  if (!tracesEndpoint) return null
  const { openTracing: open } = await import('./adapters/open-telemetry/tracing.ts')
  return open(tracesEndpoint, trustProxy)
}
