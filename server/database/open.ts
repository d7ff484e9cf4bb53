/** Opens the database that the settings name. Only the driver that is needed is loaded: each costs a good part of the start. */
import type { Settings } from '#server/settings.ts'
import type { OpenDatabase } from './database.ts'

/** @throws StartError when it cannot be opened */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  onBrokenConnection: (error: unknown) => void,
): Promise<OpenDatabase> {
  if (!databaseUrl) return (await import('./embedded.ts')).openEmbedded(dataDir)
  return (await import('./postgres.ts')).openPostgres(databaseUrl, onBrokenConnection)
}
