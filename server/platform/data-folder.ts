/** Keeps `DATA_DIR` private: it holds password hashes, reset tokens, e-mails and the generated secret. */
import { closeSync, constants, fchmodSync, fstatSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { StartError } from './start-error.ts'

const PRIVATE_FOLDER = 0o700
const OTHERS = 0o077

/** The umask of every process that writes into the folder. */
export const PRIVATE_UMASK = OTHERS

/** Everything that the server creates at the top of the folder, and what a file system puts there. */
const OWN_ENTRIES = new Set([
  'archives',
  'database',
  'database.new',
  'database.password',
  'lock',
  'lost+found',
  'mail',
  'pictures',
  'secret',
  'uploads',
])

/**
 * Creates the folder for its owner only, or makes an existing one so. Returns its absolute path.
 * @throws StartError naming DATA_DIR when the folder cannot be written, belongs to another user or cannot be made private
 */
export function openDataFolder(dataDir: string): string {
  const folder = resolve(dataDir)
  try {
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER })
    if (process.platform !== 'win32') makePrivate(folder)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`DATA_DIR: cannot write to ${folder} (${(error as NodeJS.ErrnoException).code})`)
  }
  return folder
}

/** Works on one open handle, so that the folder that is checked is the folder that is changed. */
function makePrivate(folder: string): void {
  const handle = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    const { uid, mode } = fstatSync(handle)
    if (uid !== process.geteuid?.()) {
      throw new StartError(
        `DATA_DIR: ${folder} belongs to another user (uid ${uid}); start as that user, or change its owner`,
      )
    }
    if ((mode & OTHERS) !== 0) refuseForeignEntries(folder)
    fchmodSync(handle, PRIVATE_FOLDER)
    if ((fstatSync(handle).mode & OTHERS) !== 0) {
      throw new StartError(`DATA_DIR: other users can read ${folder}, and its file system does not let us change that`)
    }
  } finally {
    closeSync(handle)
  }
}

/** Protects folders that are not only ours, such as `/` or a home folder, from losing their permissions. */
function refuseForeignEntries(folder: string): void {
  const foreign = readdirSync(folder).find((name) => !OWN_ENTRIES.has(name))
  if (foreign === undefined) return
  throw new StartError(
    `DATA_DIR: other users can read ${folder}, which also holds other files (${foreign}); set a folder of its own, or run chmod 700 on this one`,
  )
}
