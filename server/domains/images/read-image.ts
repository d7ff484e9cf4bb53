import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ROOT } from '#server/platform/root.ts'
import type { ImageStorage } from '#server/ports/image-storage.ts'
import { FOLDERS, toCommittedFile } from './committed.ts'
import { parseVariant, toFileName } from './variants.ts'

const OWN_URL = /^\/pictures\/(?:(demo|school)\/)?([\w-]+)\/([\w-]+\.webp)$/

/** Returns the file of an own image by its URL, committed or uploaded; null for other URLs and missing files. */
export async function readImage(storage: Pick<ImageStorage, 'get'>, url: string): Promise<Buffer | null> {
  const [, prefix, name, file] = OWN_URL.exec(url) ?? []
  if (!name || !file) return null
  if (prefix) {
    const path = join(ROOT, FOLDERS[prefix as keyof typeof FOLDERS], name, toCommittedFile(file))
    return readFile(path).catch(() => null)
  }
  const variant = parseVariant(name, file)
  const stored = variant && (await storage.get(`${name}/${toFileName(variant)}`))
  return stored && buffer(stored.bytes)
}
