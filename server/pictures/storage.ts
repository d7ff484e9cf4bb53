/** Where the files of uploaded pictures are kept: a folder of ours, or any storage that speaks S3. */
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Settings } from '#server/settings.ts'
import { folderStorage } from './storage-folder.ts'
import { s3Storage } from './storage-s3.ts'

export interface Stored {
  bytes: Readable
  /** Bytes. */
  size: number
}

/** Keys are `{name}/{file}`. What is away is PICTURE_HOST_UNAVAILABLE. */
export interface Storage {
  /** Stores what a file holds. */
  put(key: string, file: string, mediaType: string): Promise<void>
  /** Null where there is none. Whoever has it reads it, or destroys it. */
  get(key: string): Promise<Stored | null>
  /** Also where there are none. */
  remove(keys: string[]): Promise<void>
}

export function openStorage({ pictures, dataDir }: Pick<Settings, 'pictures' | 'dataDir'>): Storage {
  return pictures.s3 ? s3Storage(pictures.s3) : folderStorage(join(dataDir, 'pictures'))
}
