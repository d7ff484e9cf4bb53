/** The audit of a cluster's school, as an operator runs it. */
import { runScript } from '../npm-script.ts'
import { type Cluster, SECRET } from './cluster.ts'

/** Returns the exit code and the lines. It is 0 where classes, payments and the card provider agree. */
export function auditCluster({ databaseUrl, url, dataDir }: Cluster): Promise<{ code: number; output: string }> {
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PUBLIC_URL: url, SECRET }
  return runScript(['audit'], { ...settings, DEMO: 'on', CARDS: 'sandbox' })
}
