/** The places that uploaded images are stored in. An error there is PICTURE_HOST_UNAVAILABLE. */
import type { Readable } from 'node:stream'

export interface StoredFile {
  bytes: Readable
  /** Bytes. */
  size: number
}

/** Our own storage: a folder, or a bucket of S3. Keys are `{name}/{file}`. */
export interface ImageStorage {
  /** Stores the content of a local file. */
  put(key: string, file: string, mediaType: string): Promise<void>
  /** Returns null for a key that is not stored. The caller reads or destroys the stream. */
  get(key: string): Promise<StoredFile | null>
  /** Removes keys. Keys that are not stored are ignored. */
  remove(keys: string[]): Promise<void>
}

/** An image host instead of our own storage. Uploads a WebP file and returns its URL. */
export type ImageHost = (file: string) => Promise<string>
