/** The folder for the files of backups and exports in progress. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'

/** The folder in DATA_DIR for the files of backups and exports in progress. They have personal data and secrets. */
export const WORK_FOLDER = 'archives'

/** Runs `work` with a new folder for its files, and removes it afterwards. */
export async function withWorkFolder<T>(dataDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  const parent = join(dataDir, WORK_FOLDER)
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, 'work-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes what a crashed process has left. Only for the one process that uses the folder. */
export async function clearWorkFolder(dataDir: string, log: FastifyBaseLogger): Promise<void> {
  await rm(join(dataDir, WORK_FOLDER), { recursive: true, force: true }).catch((error: unknown) =>
    log.warn(error, 'files of an interrupted backup could not be removed'),
  )
}
