/** Opens the database that the settings name. */
import type { DatabaseConnection, OpenOptions } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'

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
  if (!databaseUrl) return openEmbedded(dataDir, onBrokenConnection, options)
  return openPostgres(databaseUrl, onBrokenConnection, { ...options, directUrl: databaseDirectUrl })
}
