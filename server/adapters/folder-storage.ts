import { randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { chmod, copyFile, mkdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ImageStorage } from '#server/ports/image-storage.ts'

/** Stores images as files in a folder, which the first of them creates. */
export function createFolderStorage(root: string): ImageStorage {
  return {
    async put(key, file) {
      const path = join(root, key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // The rename makes complete files only, also of two uploads of one file. The copy is needed because the upload may be on another disk.
      const part = `${path}.${randomUUID()}.part`
      try {
        await copyFile(file, part, constants.COPYFILE_FICLONE)
        // Pictures of students are private, also to other users of the machine.
        await chmod(part, 0o600)
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    async get(key) {
      const path = join(root, key)
      const stats = await stat(path).catch(nullIfMissing)
      return stats ? { bytes: createReadStream(path), size: stats.size } : null
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
