/** Allows one process per folder. PGlite has no lock of its own, and a second process would corrupt the database. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '#server/platform/start-error.ts'

/** The code of a database that another process has locked. Source: https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5

/**
 * Locks the folder for this process, and returns a function that unlocks it. The operating system holds the lock on an empty
 * SQLite file, so that it ends with the process, even after a crash.
 * @throws StartError when another process has it, or the folder cannot be written
 */
export function lockFolder(folder: string): () => void {
  try {
    const file = new DatabaseSync(join(folder, 'lock'))
    file.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return () => file.close()
  } catch (error) {
    const isBusy = (error as { errcode?: number }).errcode === SQLITE_BUSY
    throw new StartError(
      isBusy
        ? `DATA_DIR: ${folder} is in use by another process; stop it, or set DATA_DIR to another folder`
        : `DATA_DIR: cannot write to ${folder} (${(error as Error).message})`,
    )
  }
}
