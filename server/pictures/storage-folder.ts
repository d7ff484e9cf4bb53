import { constants, createReadStream } from 'node:fs'
import { copyFile, mkdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Storage } from './storage.ts'

/** Files in a folder, made with the first of them. */
export function folderStorage(root: string): Storage {
  return {
    async put(key, file) {
      const path = join(root, key)
      await mkdir(dirname(path), { recursive: true })
      // Written beside and then renamed, so that there are whole files only; copied, since it may be another disk.
      await copyFile(file, `${path}.part`, constants.COPYFILE_FICLONE)
      await rename(`${path}.part`, path)
    },
    async get(key) {
      const path = join(root, key)
      const found = await stat(path).catch(nullIfMissing)
      return found ? { bytes: createReadStream(path), size: found.size } : null
    },
    async remove(keys) {
      for (const key of keys) await rm(join(root, key), { force: true })
      for (const folder of new Set(keys.map((key) => dirname(join(root, key))))) await rmdir(folder).catch(nullIfInUse)
    },
  }
}

function nullIfInUse(error: NodeJS.ErrnoException): null {
  return error.code === 'ENOTEMPTY' ? null : nullIfMissing(error)
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}
