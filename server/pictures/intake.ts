/** Receives uploads: into files that go when their work is done, hashed on the way, a few at a time. */
import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Refusal, TooManyTries } from '#server/refusal.ts'
import { HEAD, type Kind, kindOf } from './kinds.ts'

/** Received or waiting for the encoder, of everybody. The last of them waits for half a minute at most. */
export const MOST_IN_HAND = 8
const RETRY_SECONDS = 5

/** Longer than an upload may take. Younger ones may be another instance's, of the same folder. */
const LEFT_MS = 60 * 60_000

const HEIC_WORDS =
  'This is a HEIC picture, which most browsers cannot show. Please save it as a JPEG, or set the camera of your iPhone to “Most Compatible” (Settings, Camera, Formats).'

export interface Received {
  /** Holds what was uploaded. */
  file: string
  /** SHA-256 of it, in hex. */
  hash: string
  /** For what is made of it; goes with it. */
  folder: string
}

export class Intake {
  readonly #folder: string
  #inHand = 0

  /** @param folder is made, and rid of what a process that crashed has left there */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true })
    for (const name of readdirSync(folder)) removeIfLeft(join(folder, name))
    this.#folder = folder
  }

  /**
   * Receives a picture and does `work` on it.
   * @throws Refusal NOT_A_PICTURE for what is none of the kinds that we take
   * @throws TooManyTries where as many as we can do are in hand
   */
  async receive<T>(bytes: AsyncIterable<Buffer>, work: (received: Received) => Promise<T>): Promise<T> {
    if (this.#inHand >= MOST_IN_HAND)
      throw new TooManyTries(RETRY_SECONDS, 'Many pictures are being prepared right now. Please try again in a moment.')
    this.#inHand++
    try {
      return await this.#inFolder(async (folder) => {
        const file = join(folder, 'uploaded')
        const hash = await write(bytes, file)
        refuseOthers(kindOf(await headOf(file)))
        return work({ file, hash, folder })
      })
    } finally {
      this.#inHand--
    }
  }

  async #inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(join(this.#folder, 'picture-'))
    try {
      return await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

function removeIfLeft(path: string): void {
  const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (since < Date.now() - LEFT_MS) rmSync(path, { recursive: true, force: true })
}

async function write(bytes: AsyncIterable<Buffer>, file: string): Promise<string> {
  const hash = createHash('sha256')
  async function* hashed(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(bytes, hashed, createWriteStream(file))
  return hash.digest('hex')
}

async function headOf(file: string): Promise<Buffer> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0)
  return buffer.subarray(0, bytesRead)
}

function refuseOthers(kind: Kind | null): void {
  if (kind === null) throw new Refusal('NOT_A_PICTURE')
  if (kind === 'heic') throw new Refusal('NOT_A_PICTURE', HEIC_WORDS)
}
