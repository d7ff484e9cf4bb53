/**
 * Prepares pictures in a process of its own, one after the other: a hostile one may at worst end that process, and none takes
 * the processor from those who read.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import pLimit from 'p-limit'
import type { ErrorCode } from '#contract/errors.ts'
import { Refusal } from '#server/refusal.ts'
import type { Encoded, EncodingJob, EncodingResult, Reason } from './job.ts'

const PROCESS = join(import.meta.dirname, 'process.ts')

const REFUSALS: Record<Reason, [code: ErrorCode, words?: string]> = {
  unreadable: ['NOT_A_PICTURE'],
  'too many pixels': ['TOO_LARGE', 'This picture has more than 50 megapixels. Please make it smaller.'],
  'stops us': ['NOT_A_PICTURE', 'We could not prepare this picture. Please save it anew as a JPEG, and try that.'],
}

export interface EncoderOptions {
  log: FastifyBaseLogger
  /** How long a picture may take. */
  patienceMs?: number
  /** After how long without a picture the process ends. */
  idleMs?: number
}

export class Encoder {
  readonly #log: FastifyBaseLogger
  readonly #patienceMs: number
  readonly #idleMs: number
  readonly #queue = pLimit(1)
  #process: ChildProcess | null = null
  #idle: NodeJS.Timeout | undefined

  constructor({ log, patienceMs = 30_000, idleMs = 60_000 }: EncoderOptions) {
    this.#log = log
    this.#patienceMs = patienceMs
    this.#idleMs = idleMs
  }

  /** The id of the process, where it runs. */
  get pid(): number | undefined {
    return this.#process?.pid
  }

  /**
   * Writes a picture's variants.
   * @throws Refusal NOT_A_PICTURE, also for one that takes too long or ends the process, TOO_LARGE for one with too many pixels
   */
  async encode(job: EncodingJob): Promise<Encoded> {
    const result = await this.#queue(() => this.#resultOf(job))
    if ('encoded' in result) return result.encoded
    if ('failed' in result) throw new Error(`a picture could not be prepared: ${result.failed}`)
    throw new Refusal(...REFUSALS[result.refused])
  }

  /** Ends the process, whatever it is doing. */
  close(): void {
    clearTimeout(this.#idle)
    if (this.#process) this.#abandon(this.#process)
  }

  async #resultOf(job: EncodingJob): Promise<EncodingResult> {
    clearTimeout(this.#idle)
    const running = this.#process ?? this.#start()
    const { promise, resolve, reject } = Promise.withResolvers<EncodingResult>()
    const stopped = (how: string) => {
      this.#log.error({ how }, 'a picture stopped the encoder')
      this.#abandon(running)
      resolve({ refused: 'stops us' })
    }
    const ended = (code: number | null, signal: string | null) =>
      signal ? stopped(signal) : reject(new Error(`the encoder ended with code ${code}`))
    running.once('message', resolve).once('exit', ended)
    const patience = setTimeout(stopped, this.#patienceMs, 'it took too long')
    running.send(job, (error) => error && reject(error))
    try {
      return await promise
    } finally {
      clearTimeout(patience)
      running.off('message', resolve).off('exit', ended)
      this.#idle = setTimeout(() => this.close(), this.#idleMs).unref()
    }
  }

  /** It is given no environment: whoever takes it over finds no secret there. */
  #start(): ChildProcess {
    const started = fork(PROCESS, [], {
      execArgv: [],
      env: { VIPS_WARNING: '0' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.once('exit', () => this.#forget(started))
    started.on('error', (error) => this.#log.error(error, 'the encoder'))
    this.#process = started
    return started
  }

  #abandon(running: ChildProcess): void {
    running.kill('SIGKILL')
    this.#forget(running)
  }

  #forget(ended: ChildProcess): void {
    if (this.#process === ended) this.#process = null
  }
}
