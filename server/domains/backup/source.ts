import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#server/platform/root.ts'
import { deriveSecretCheck } from '#server/platform/secrets.ts'
import type { ImageStorage } from '#server/ports/image-storage.ts'
import type { Settings } from '#server/settings/settings.ts'
import type { BackupSource } from './backup.ts'
import type { SnapshotSource } from './snapshot.ts'

interface SourceParts extends SnapshotSource {
  settings: Pick<Settings, 'secret' | 'dataDir'>
  storage: ImageStorage
  /** The setting, or the generated one. */
  secret: string
}

/** Composes what a backup is taken from. */
export function createSource({ settings, storage, secret, ...snapshot }: SourceParts): BackupSource {
  return {
    ...snapshot,
    storage,
    dataDir: settings.dataDir,
    application: readApplicationVersion(),
    generatedSecret: settings.secret ? null : secret,
    secretCheck: deriveSecretCheck(secret),
  }
}

/** Returns the version in package.json. */
export function readApplicationVersion(): string {
  const text = readFileSync(join(ROOT, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
