/** Files that appear under their name only once they are complete. */
import { once } from 'node:events'
import { createWriteStream, existsSync, type WriteStream } from 'node:fs'
import { rename, rm, statfs } from 'node:fs/promises'
import { StartError } from '#server/platform/start-error.ts'

const PRIVATE_FILE = 0o600

/** Free space that stays for everything else. */
const RESERVE_BYTES = 64 * 1024 * 1024

/**
 * Writes a file for its owner only, under a temporary name until it is complete. A failure leaves nothing behind.
 * @throws StartError where the file exists already, or cannot be written
 */
export async function writeFileAtOnce(path: string, write: (output: WriteStream) => Promise<void>): Promise<void> {
  if (existsSync(path)) throw new StartError(`${path} exists already. Name another file.`)
  const partial = `${path}.part`
  try {
    // `flush` forces the content to the disk before the file gets its name.
    const output = createWriteStream(partial, { mode: PRIVATE_FILE, flush: true })
    await once(output, 'open')
    await write(output)
    if (!output.closed) await once(output, 'close')
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC') throw new StartError(`There is not enough space for ${path}.`)
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EROFS')
      throw new StartError(`Cannot write ${path} (${code}).`)
    throw error
  }
}

/** @throws StartError where the disk of an existing folder has less free space */
export async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const needed = bytes + RESERVE_BYTES
  if (bavail * bsize >= needed) return
  const inMegabytes = (size: number) => `${Math.ceil(size / 1024 / 1024)} MB`
  throw new StartError(
    `There is not enough space in ${folder}: ${inMegabytes(needed)} needed, ${inMegabytes(bavail * bsize)} free.`,
  )
}
