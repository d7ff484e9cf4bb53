/** Allows one process per folder: the one that starts PostgreSQL on it, and may remove what an earlier one has left. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '#server/platform/start-error.ts'

/** The code of a database that another process has locked. Source: https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5

/** Another process has the folder. */
export class FolderInUseError extends StartError {}

/**
 * Locks the folder for this process, and returns a function that unlocks it. The operating system holds the lock on an empty
 * SQLite file, so that it ends with the process, even after a crash.
 * @throws FolderInUseError, or StartError when the folder cannot be written
 */
export function lockFolder(folder: string): () => void {
  try {
    const file = new DatabaseSync(join(folder, 'lock'))
    file.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return () => file.close()
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY)
      throw new FolderInUseError(
        `DATA_DIR: ${folder} is in use by another process; stop it, or set DATA_DIR to another folder`,
      )
    throw new StartError(`DATA_DIR: cannot write to ${folder} (${(error as Error).message})`)
  }
}
