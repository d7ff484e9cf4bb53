/** Opens the database that the settings name. Only the driver in use is loaded, because each slows the start. */
import type { DatabaseConnection, OpenOptions } from './database.ts'

export interface DatabaseSettings {
  /** Absent: the embedded database in dataDir. */
  databaseUrl: string | undefined
  dataDir: string
}

/** @throws StartError when it cannot be opened */
export async function openDatabase(
  { databaseUrl, dataDir }: DatabaseSettings,
  onBrokenConnection: (error: unknown) => void,
  options?: OpenOptions,
): Promise<DatabaseConnection> {
  if (!databaseUrl) return (await import('./embedded.ts')).openEmbedded(dataDir, options)
  return (await import('./postgres.ts')).openPostgres(databaseUrl, onBrokenConnection, options)
}
