/** Receives uploads into temporary files, hashes them, and limits how many are in progress. */
import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyBaseLogger } from 'fastify'
import { detectImageType, HEADER_BYTES, type ImageType } from '#contract/image-type.ts'
import { AppError, RateLimitError } from '#server/platform/app-error.ts'

/** Uploads in progress of one user, so that one user cannot take all places. */
export const MAX_UPLOADS_PER_USER = 3

/** Uploads in progress of all users. It limits the disk that they take. */
const MAX_UPLOADS = 64

/** Received files that are being processed. The last of them waits half a minute at most for the encoder. */
export const MAX_PROCESSED_UPLOADS = 8
const RETRY_SECONDS = 5

/** Longer than an upload may take. A younger folder may belong to another instance. */
const ABANDONED_MS = 60 * 60_000

/** An uploaded image in its temporary folder, which is removed afterwards. */
export interface ReceivedUpload extends ReceivedFile {
  type: ImageType
}

/** An upload of any kind. */
export interface ReceivedFile {
  /** The uploaded file. */
  file: string
  /** SHA-256 of the file, in hex. */
  hash: string
  /** By its first bytes; null for a file that is no image. */
  type: ImageType | null
  /** The folder, for the variants. */
  folder: string
  /** Runs work after the response, while the folder is still there. */
  later: (work: Work) => void
}

type Work = () => Promise<void>

export class Intake {
  readonly #folder: string
  readonly #log: FastifyBaseLogger
  /** Uploads in progress by user. */
  readonly #uploads = new Map<string, number>()
  #processed = 0
  /** Work after responses. */
  readonly #rest = new Set<Promise<void>>()

  /** @param folder is created, and cleared of the uploads of a crashed process */
  constructor(folder: string, log: FastifyBaseLogger) {
    this.#log = log
    mkdirSync(folder, { recursive: true })
    for (const name of readdirSync(folder)) removeIfAbandoned(join(folder, name))
    this.#folder = folder
  }

  /**
   * Receives an image of a user and runs `work` on it. Only a file that was received completely takes one of the places for `work`.
   * @throws AppError NOT_A_PICTURE for an unsupported file type
   * @throws RateLimitError where too many uploads are in progress
   */
  async receive<T>(
    userId: string,
    bytes: AsyncIterable<Buffer>,
    work: (received: ReceivedUpload) => Promise<T>,
  ): Promise<T> {
    return this.#receive(userId, bytes, (received) => {
      const { type } = received
      if (type === null) throw new AppError('NOT_A_PICTURE')
      return this.#process(() => work({ ...received, type }))
    })
  }

  /** Receives a file of any kind of a user, and runs `work` on it. @throws RateLimitError where too many uploads are in progress */
  async receiveFile<T>(
    userId: string,
    bytes: AsyncIterable<Buffer>,
    work: (received: ReceivedFile) => Promise<T>,
  ): Promise<T> {
    return this.#receive(userId, bytes, (received) => this.#process(() => work(received)))
  }

  async #receive<T>(
    userId: string,
    bytes: AsyncIterable<Buffer>,
    work: (received: ReceivedFile) => Promise<T>,
  ): Promise<T> {
    this.#begin(userId)
    try {
      return await this.#inTemporaryFolder(async (folder, later) => {
        const file = join(folder, 'uploaded')
        const hash = await write(bytes, file)
        const type = detectImageType(await readHeader(file))
        return work({ file, hash, type, folder, later })
      })
    } finally {
      this.#end(userId)
    }
  }

  /** Waits for the work after responses. */
  async finish(): Promise<void> {
    await Promise.all(this.#rest)
  }

  #begin(userId: string): void {
    const own = this.#uploads.get(userId) ?? 0
    if (own >= MAX_UPLOADS_PER_USER)
      throw new RateLimitError(RETRY_SECONDS, 'Your other pictures are still uploading. Try again in a moment.')
    const all = [...this.#uploads.values()].reduce((sum, count) => sum + count, 0)
    if (all >= MAX_UPLOADS) throw createBusyError()
    this.#refuseWhereBusy()
    this.#uploads.set(userId, own + 1)
  }

  #end(userId: string): void {
    const own = this.#uploads.get(userId) ?? 0
    if (own > 1) this.#uploads.set(userId, own - 1)
    else this.#uploads.delete(userId)
  }

  async #process<T>(work: () => Promise<T>): Promise<T> {
    this.#refuseWhereBusy()
    this.#processed++
    try {
      return await work()
    } finally {
      this.#processed--
    }
  }

  #refuseWhereBusy(): void {
    if (this.#processed >= MAX_PROCESSED_UPLOADS) throw createBusyError()
  }

  async #inTemporaryFolder<T>(work: (folder: string, later: ReceivedUpload['later']) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(join(this.#folder, 'picture-'))
    const remove = () => rm(folder, { recursive: true, force: true })
    const rest: Work[] = []
    try {
      return await work(folder, (each) => void rest.push(each))
    } finally {
      if (rest.length > 0) this.#runRest(rest, remove)
      else await remove()
    }
  }

  #runRest(rest: Work[], remove: Work): void {
    const going = Promise.all(rest.map((work) => work()))
      .finally(remove)
      .then(
        () => undefined,
        (error) => this.#log.warn(error, 'the rest of an upload failed'),
      )
      .finally(() => this.#rest.delete(going))
    this.#rest.add(going)
  }
}

function createBusyError(): RateLimitError {
  return new RateLimitError(RETRY_SECONDS, 'Many pictures are being uploaded right now. Try again in a moment.')
}

function removeIfAbandoned(path: string): void {
  const modifiedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (modifiedAt < Date.now() - ABANDONED_MS) rmSync(path, { recursive: true, force: true })
}

async function write(bytes: AsyncIterable<Buffer>, file: string): Promise<string> {
  const hash = createHash('sha256')
  async function* updateHash(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(bytes, updateHash, createWriteStream(file))
  return hash.digest('hex')
}

async function readHeader(file: string): Promise<Buffer> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}
