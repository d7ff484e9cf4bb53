/**
 * Images that are made on request by the encoder's process and kept in memory: few are ever requested, and another instance can make
 * them again.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OverloadError } from '#server/platform/app-error.ts'
import { FairQueue } from '#server/platform/fair-queue.ts'
import type { Encoder, ImageJob } from './encoder.ts'

/** About 8 MB of images for links, or 20 MB for e-mails. */
const MAX_CACHED = 100

const QUEUE = { concurrency: 1, maxPerClient: 4, maxWaiting: 24, createError: () => new OverloadError() }

/** The plan of an image. */
export interface ImagePlan {
  /** A file in any format of uploads. */
  source: Buffer
  job: WithoutFiles<ImageJob>
}

type WithoutFiles<Job> = Job extends ImageJob ? Omit<Job, 'image' | 'output'> : never

export class MadeImages {
  readonly #encoder: Encoder
  readonly #queue = new FairQueue(QUEUE)
  /** By URL. The one that was used last comes last. */
  readonly #images = new Map<string, Promise<Buffer>>()

  constructor(encoder: Encoder) {
    this.#encoder = encoder
  }

  /** Returns the image of a URL, and makes it by the plan where it is not cached. @throws OverloadError where too many are being made */
  async get(url: string, client: string, plan: () => Promise<ImagePlan>): Promise<Buffer> {
    const image = this.#images.get(url) ?? this.#queue.run(client, async () => this.#make(await plan()))
    this.#images.delete(url)
    this.#images.set(url, image)
    image.catch(() => this.#images.delete(url))
    const [oldest] = this.#images.keys()
    if (this.#images.size > MAX_CACHED && oldest !== undefined) this.#images.delete(oldest)
    return image
  }

  async #make({ source, job }: ImagePlan): Promise<Buffer> {
    const folder = await mkdtemp(join(tmpdir(), 'school-image-'))
    try {
      const [image, output] = [join(folder, 'image'), join(folder, 'made.jpg')]
      await writeFile(image, source)
      await this.#encoder.make({ ...job, image, output })
      return await readFile(output)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}
