/**
 * Encodes uploaded images one after the other, in a process of its own. A hostile image can end that process at most, and no
 * image takes the processor from the requests.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { extname, join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import pLimit from 'p-limit'
import type { ImageCredentials, ImageCredit } from '#contract/image-credit.ts'
import type { ImageWarning } from '#contract/images.ts'
import type { ErrorCode } from '#contract/values/errors.ts'
import { MAX_IMAGE_RESOLUTION } from '#contract/values/image-limits.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { ImageTexts } from './image-texts.ts'
import type { JpegJob } from './jpeg.ts'
import type { ShareJob } from './share/compose.ts'
import type { Shot } from './shot.ts'
import type { Variant } from './variants.ts'

/** Beside this file, also in the bundle. */
const PROCESS = join(import.meta.dirname, `encoder-process${extname(import.meta.filename)}`)

/** Writes the variants of an uploaded image. */
export interface EncodingJob {
  /** The uploaded file. */
  input: string
  /** The folder for the variants. */
  folder: string
  /** All variants in sRGB that come first, or only the largest WebP, for an image host that makes its own. */
  variants: 'all' | 'largest'
}

/** Writes variants of an image that follow its first ones. */
export interface LaterJob {
  input: string
  /** The folder of the first variants, with their pixels. */
  folder: string
  variants: Variant[]
  hasSharpChroma: boolean
}

/** Writes the views of a private picture, which is shown large to few people. */
export interface ViewsJob {
  /** The uploaded file. */
  input: string
  /** The folder for the views. */
  folder: string
}

/** Verifies the Content Credentials of an uploaded image. */
export interface CredentialsJob {
  input: string
  /** Certificates of signers to trust, as PEM; empty for none. */
  trustList: string
}

/** A message from the server to the process. */
export type EncoderJob =
  | ({ kind: 'variants' } & EncodingJob)
  | ({ kind: 'views' } & ViewsJob)
  | ({ kind: 'credentials' } & CredentialsJob)
  | WritingJob
export type WritingJob = ({ kind: 'later' } & LaterJob) | ImageJob

/** Writes one image from another of our own: for links on other sites, or for an e-mail. */
export type ImageJob = ({ kind: 'share' } & ShareJob) | ({ kind: 'jpeg' } & JpegJob)

/** Facts about the colors of an image, by which its variants are written. */
export interface ImageColors {
  /** True for Display P3. */
  isWide: boolean
  /** True for edges between colors. */
  hasSharpChroma: boolean
}

export interface Encoded extends ImageTexts {
  /** Pixels, of the largest variant. */
  width: number
  height: number
  colors: ImageColors
  /** A tiny version for the image's URL. */
  placeholder: string
  /** The exposure of the uploaded file in one line; empty where it is not known. */
  exposure: string
  /** Camera, lens and focal length in one line. */
  camera: string
  credit: ImageCredit | null
  /** Null where there are none, or none that their signature proves. */
  credentials: ImageCredentials | null
  warnings: ImageWarning[]
}

/** The views of a private picture. */
export interface EncodedViews {
  /** Pixels of the upright file. */
  width: number
  height: number
  /** The files of the views in the folder, the largest first. */
  views: Variant[]
  shot: Shot
  warnings: ImageWarning[]
}

/** The reason why an image is refused. An image that ends the process is `unprocessable`. */
export type Reason =
  | 'unreadable'
  | 'incomplete'
  | 'hdr'
  | 'too many pixels'
  | 'progressive'
  | 'too deep'
  | 'too slow'
  | 'unprocessable'

/** The process's response: `refused` is the fault of the image, `failed` is ours. */
export type EncodingResult =
  | { encoded: Omit<Encoded, 'credentials'>; hasCredentials: boolean }
  | { credentials: ImageCredentials | null }
  | { viewed: EncodedViews }
  | { made: true }
  | { refused: Reason }
  | { failed: string }

const ERRORS_BY_REASON: Record<Reason, [code: ErrorCode, message?: string]> = {
  unreadable: ['NOT_A_PICTURE'],
  incomplete: ['NOT_A_PICTURE', 'This picture is incomplete: the end of its file is missing. Copy or export it again.'],
  hdr: [
    'NOT_A_PICTURE',
    'This is an HDR picture, which most screens show wrong. Export it without HDR, and try again.',
  ],
  'too many pixels': [
    'TOO_LARGE',
    `This picture has more than ${MAX_IMAGE_RESOLUTION}. Save it as a JPEG, or make it smaller, and try again.`,
  ],
  progressive: [
    'TOO_LARGE',
    'This picture has too many pixels for a progressive JPEG. Save it as a baseline JPEG, and try again.',
  ],
  'too deep': ['TOO_LARGE', 'This picture has too many pixels for its color depth. Save it as a JPEG, and try again.'],
  'too slow': ['NOT_A_PICTURE', 'This picture takes too long to process. Save it as a smaller JPEG, and try again.'],
  unprocessable: ['NOT_A_PICTURE', 'We could not process this picture. Please save it as a new JPEG, and try again.'],
}

export interface EncoderOptions {
  log: FastifyBaseLogger
  /** The time limit for one image. */
  timeoutMs?: number
  /** The time without an image after which the process ends. */
  idleMs?: number
  /** Certificates of signers of Content Credentials to trust, as PEM; by default none. */
  trustList?: string
  /** The time limit for the Content Credentials of an image, which is accepted without them. */
  credentialsTimeoutMs?: number
}

export class Encoder {
  readonly #log: FastifyBaseLogger
  readonly #timeoutMs: number
  readonly #idleMs: number
  readonly #trustList: string
  readonly #credentialsTimeoutMs: number
  readonly #queue = pLimit(1)
  /** One at a time joins the queue, so that an upload waits for one of them only. */
  readonly #later = pLimit(1)
  #process: ChildProcess | null = null
  #idleTimer: NodeJS.Timeout | undefined

  constructor({ log, trustList = '', timeoutMs = 20_000, idleMs = 60_000, ...options }: EncoderOptions) {
    this.#log = log
    this.#credentialsTimeoutMs = options.credentialsTimeoutMs ?? 10_000
    this.#timeoutMs = timeoutMs
    this.#idleMs = idleMs
    this.#trustList = trustList
  }

  /** The id of the process, while it runs. */
  get pid(): number | undefined {
    return this.#process?.pid
  }

  /**
   * Writes an image's variants.
   * @throws AppError TOO_LARGE for too many pixels, or too many for their depth; NOT_A_PICTURE for a file that is unreadable, ends the process or takes too long
   */
  async encode(job: EncodingJob): Promise<Encoded> {
    return this.#queue(async () => {
      const result = await this.#encode({ kind: 'variants', ...job })
      if (!('encoded' in result)) throw createFailure(JSON.stringify(result))
      const credentials = result.hasCredentials ? await this.#readCredentials(job) : null
      return { ...result.encoded, credentials }
    })
  }

  async #readCredentials({ input }: EncodingJob): Promise<ImageCredentials | null> {
    const job = { kind: 'credentials', input, trustList: this.#trustList } as const
    const result = await this.#run(job, this.#credentialsTimeoutMs).catch((error) => ({ failed: String(error) }))
    if ('credentials' in result) return result.credentials
    this.#log.warn(result, 'the Content Credentials of an image could not be read')
    return null
  }

  /** Writes the views of a private picture. @throws AppError like `encode` */
  async view(job: ViewsJob): Promise<EncodedViews> {
    const result = await this.#queue(() => this.#encode({ kind: 'views', ...job }))
    if ('viewed' in result) return result.viewed
    throw createFailure(JSON.stringify(result))
  }

  async #encode(job: EncoderJob): Promise<EncodingResult> {
    const result = await this.#run(job)
    if ('refused' in result) throw new AppError(...ERRORS_BY_REASON[result.refused])
    return result
  }

  /** Writes one image from another. */
  async make(job: WritingJob): Promise<void> {
    const result = await this.#queue(() => this.#run(job))
    if (!('made' in result)) throw new Error(`an image could not be made: ${JSON.stringify(result)}`)
  }

  /** Writes files that no response waits for, behind what is queued by then. */
  makeLater(job: WritingJob): Promise<void> {
    return this.#later(() => this.make(job))
  }

  /** Ends the process at once. */
  close(): void {
    clearTimeout(this.#idleTimer)
    if (this.#process) this.#kill(this.#process)
  }

  async #run(job: EncoderJob, timeoutMs = this.#timeoutMs): Promise<EncodingResult> {
    clearTimeout(this.#idleTimer)
    const child = this.#process ?? this.#start()
    const { promise, resolve, reject } = Promise.withResolvers<EncodingResult>()
    const refuse = (refused: Reason, signal?: string) => {
      this.#log.error({ reason: signal ?? refused }, 'an image ended the encoder')
      this.#kill(child)
      resolve({ refused })
    }
    const onExit = (code: number | null, signal: string | null) =>
      signal ? refuse('unprocessable', signal) : reject(new Error(`the encoder ended with code ${code}`))
    child.once('message', resolve).once('exit', onExit)
    const timeout = setTimeout(refuse, timeoutMs, 'too slow')
    child.send(job, (error) => error && reject(error))
    try {
      return await promise
    } finally {
      clearTimeout(timeout)
      child.off('message', resolve).off('exit', onExit)
      this.#idleTimer = setTimeout(() => this.close(), this.#idleMs).unref()
    }
  }

  /**
   * Starts the process without the server's environment, so that a compromised one has no secrets. Memory that one thread has freed is
   * reused by all: with an arena for each, the peak is a third higher. Source: mallopt(3), M_ARENA_MAX
   */
  #start(): ChildProcess {
    const child = fork(PROCESS, [], {
      execArgv: [],
      env: { VIPS_WARNING: '0', MALLOC_ARENA_MAX: '1' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.once('exit', () => this.#forget(child))
    child.on('error', (error) => this.#log.error(error, 'the encoder failed'))
    this.#process = child
    return child
  }

  #kill(child: ChildProcess): void {
    child.kill('SIGKILL')
    this.#forget(child)
  }

  #forget(child: ChildProcess): void {
    if (this.#process === child) this.#process = null
  }
}

/** The encoder's process reports only text, so that the code of a full disk is restored from it. */
function createFailure(result: string): Error {
  const error = new Error(`an image could not be encoded: ${result}`)
  return result.includes('No space left on device') ? Object.assign(error, { code: 'ENOSPC' }) : error
}
