/** The folder for the files of backups and exports in progress. */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'

/** The folder in DATA_DIR for the files of backups and exports in progress. They have personal data and secrets. */
export const WORK_FOLDER = 'archives'

/** Runs `work` with a new folder for its files, and removes it afterwards. */
export async function withWorkFolder<T>(dataDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  const parent = join(dataDir, WORK_FOLDER)
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, `work-${process.pid}-`))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes what crashed processes have left. Those that run still use their folders. */
export async function clearWorkFolder(dataDir: string, log: FastifyBaseLogger): Promise<void> {
  const parent = join(dataDir, WORK_FOLDER)
  try {
    for (const name of await readdir(parent).catch(() => [])) {
      if (!isRunning(Number(name.split('-')[1]))) await rm(join(parent, name), { recursive: true, force: true })
    }
  } catch (error) {
    log.warn(error, 'files of an interrupted backup could not be removed')
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
