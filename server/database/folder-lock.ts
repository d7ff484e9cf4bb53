/** One process a folder: PGlite does not lock its own, and a second process would corrupt it. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../start-error.ts'

/** The code of a database that somebody else has locked. Source: https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5

/**
 * Takes the folder for this process and answers how to give it back. The lock is the operating system's, held through
 * an empty SQLite file, so it ends with the process however that ends.
 * @throws StartError when another process has it, or the folder cannot be written
 */
export function lockFolder(folder: string): () => void {
  try {
    const file = new DatabaseSync(join(folder, 'lock'))
    file.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return () => file.close()
  } catch (error) {
    const busy = (error as { errcode?: number }).errcode === SQLITE_BUSY
    throw new StartError(
      busy
        ? `DATA_DIR: ${folder} is in use by another process; stop it, or set DATA_DIR to another folder`
        : `DATA_DIR: cannot write to ${folder} (${(error as Error).message})`,
    )
  }
}
