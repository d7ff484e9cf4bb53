/** Receives a file into a temporary folder, and detects its encoding. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError, RateLimitError } from '#server/platform/app-error.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Files that are received or read at the same time. It limits the disk and the processor time that they take. */
const MAX_FILES = 2
const RETRY_SECONDS = 10

/** First bytes of files of other types. */
const OTHER_TYPES: [signature: string, type: string][] = [
  ['504b0304', 'an Excel workbook or a ZIP archive'],
  ['d0cf11e0', 'an Excel workbook'],
  ['25504446', 'a PDF'],
  ['1f8b', 'a compressed file'],
]

let active = 0

/** Runs `work` on a received file, and removes the file afterwards. @throws RateLimitError while others are received */
export async function withFile<T>(
  bytes: AsyncIterable<Buffer>,
  work: (path: string, encoding: Encoding) => Promise<T>,
): Promise<T> {
  if (active >= MAX_FILES) throw new RateLimitError(RETRY_SECONDS, 'Other files are being read. Try again in a moment.')
  active++
  const folder = await mkdtemp(join(tmpdir(), 'school-import-')).catch(endWith)
  try {
    const path = join(folder, 'file.csv')
    const detector = new EncodingDetector()
    await pipeline(bytes, (chunks) => detector.observe(chunks), createWriteStream(path, { mode: 0o600 }))
    return await work(path, detector.encoding)
  } finally {
    active--
    await rm(folder, { recursive: true, force: true })
  }
}

function endWith(error: unknown): never {
  active--
  throw error
}

/** A file without a byte order mark is UTF-8 if all of it is valid UTF-8, and otherwise Windows-1252, which every byte is valid in. */
class EncodingDetector {
  #encoding: Encoding | null = null
  #bytes = 0
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true })
  #isUtf8 = true

  get encoding(): Encoding {
    if (this.#encoding) return this.#encoding
    this.#decode()
    return this.#isUtf8 ? 'utf-8' : 'windows-1252'
  }

  /** Passes a file on. @throws AppError INVALID_INPUT for an empty file, and for one of another type */
  async *observe(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      if (this.#bytes === 0) this.#begin(chunk)
      this.#bytes += chunk.length
      this.#decode(chunk)
      yield chunk
    }
    if (this.#bytes === 0) throw new AppError('INVALID_INPUT', 'The file is empty.')
  }

  #begin(chunk: Buffer): void {
    const start = chunk.subarray(0, 4).toString('hex')
    const other = OTHER_TYPES.find(([signature]) => start.startsWith(signature))
    if (other)
      throw new AppError('INVALID_INPUT', `This is ${other[1]}. Save the table as CSV first, and upload that file.`)
    if (start.startsWith('fffe')) this.#encoding = 'utf-16le'
    if (start.startsWith('feff')) this.#encoding = 'utf-16be'
  }

  #decode(chunk?: Buffer): void {
    if (!this.#isUtf8) return
    try {
      this.#utf8.decode(chunk, { stream: chunk !== undefined })
    } catch {
      this.#isUtf8 = false
    }
  }
}
