/** Private pictures and other files, in the same storage as public images. Its public paths never lead to them. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { orNotFound } from '#server/platform/app-error.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import type { ImageStorage } from '#server/ports/image-storage.ts'
import { ServedFile } from '#server/ports/serve.ts'

/** The stored files of one upload. */
export interface PrivateFiles {
  id: string
  /** The media type of the uploaded file. */
  mediaType: string
  /** The names of the views of a picture, the largest first. */
  views: string[]
}

/** The uploaded file, untouched: it may say where the picture was taken. */
const ORIGINAL = 'original'
const VIEW_TYPE = 'image/avif'

/** Removes the files of a deleted upload. Tries for about a day. */
export const removeFiles: JobKind<{ id: string; views: string[] }> = {
  name: 'private-pictures.remove',
  timeoutSeconds: 120,
  retries: 30,
  initialBackoff: 5,
  maxBackoff: 3_600,
  retention: 86_400,
}

/** Returns the keys of the files of an upload. */
export function listKeys({ id, views }: Pick<PrivateFiles, 'id' | 'views'>): string[] {
  return [ORIGINAL, ...views].map((file) => toKey(id, file))
}

/** Returns the keys of the files that others than the owner may have: of a picture its views. */
export function listShownKeys({ id, views }: Pick<PrivateFiles, 'id' | 'views'>): string[] {
  return (views.length > 0 ? views : [ORIGINAL]).map((file) => toKey(id, file))
}

const STORED = /^private-[0-9a-f-]{36}\/(original|[1-9]\d{0,4}(?:-p3)?\.avif)$/

/** Returns the media type of a key for the storage, or null for a key that is not of a private file. */
export function findMediaType(key: string): string | null {
  const [, file] = STORED.exec(key) ?? []
  return file === undefined ? null : file === ORIGINAL ? 'application/octet-stream' : VIEW_TYPE
}

const toKey = (id: string, file: string) => `private-${id}/${file}`

/** Returns the bytes of all files of an upload. */
export async function measure(input: string, folder: string, views: string[]): Promise<number> {
  const sizes = await Promise.all([input, ...views.map((view) => join(folder, view))].map((file) => stat(file)))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

export async function store(
  storage: ImageStorage,
  { id, mediaType, views }: PrivateFiles,
  { file, folder }: { file: string; folder: string },
): Promise<void> {
  await storage.put(toKey(id, ORIGINAL), file, mediaType)
  const stored = views.map((view) => storage.put(toKey(id, view), join(folder, view), VIEW_TYPE))
  // After a failure all files are removed: none is written later.
  await Promise.allSettled(stored)
  await Promise.all(stored)
}

/** Opens the smallest view that is at least `width` pixels wide, or the largest. @throws AppError NOT_FOUND where it is lost */
export async function openView(
  storage: ImageStorage,
  { id, views }: PrivateFiles,
  width = Number.POSITIVE_INFINITY,
): Promise<ServedFile> {
  const view = orNotFound(views.findLast((file) => Number.parseInt(file, 10) >= width) ?? views[0])
  return open(storage, toKey(id, view), { 'content-type': VIEW_TYPE })
}

/** Opens the uploaded file, to be saved under a name. That of a picture is for its owner only. @throws AppError NOT_FOUND where it is lost */
export async function openOriginal(
  storage: ImageStorage,
  { id, mediaType }: Pick<PrivateFiles, 'id' | 'mediaType'>,
  name: string,
): Promise<ServedFile> {
  // RFC 8187: `'`, `(`, `)` and `*` are not in the set that encodeURIComponent leaves and a header may have.
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  const headers = { 'content-type': mediaType, 'content-disposition': `attachment; filename*=UTF-8''${encoded}` }
  return open(storage, toKey(id, ORIGINAL), headers)
}

async function open(storage: ImageStorage, key: string, headers: Record<string, string>): Promise<ServedFile> {
  const { bytes, size } = orNotFound(await storage.get(key))
  return new ServedFile(bytes, { ...headers, 'content-length': size })
}
