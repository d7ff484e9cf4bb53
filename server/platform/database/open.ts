/** Opens the database that the settings name. Only the driver in use is loaded, because each slows the start. */
import type { DatabaseConnection, OpenOptions } from './database.ts'

export interface DatabaseSettings {
  /** Absent: the embedded database in dataDir. */
  databaseUrl: string | undefined
  /** Absent: databaseUrl, which then keeps sessions. */
  databaseDirectUrl?: string | undefined
  dataDir: string
}

/** @throws StartError when it cannot be opened */
export async function openDatabase(
  { databaseUrl, databaseDirectUrl, dataDir }: DatabaseSettings,
  onBrokenConnection: (error: unknown) => void,
  options?: OpenOptions,
): Promise<DatabaseConnection> {
  if (!databaseUrl) return (await import('./embedded.ts')).openEmbedded(dataDir, options)
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(databaseUrl, onBrokenConnection, { ...options, directUrl: databaseDirectUrl })
}
