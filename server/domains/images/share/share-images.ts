/**
 * Images for links on other sites. They are made on request by the encoder's process and kept in memory: few are ever requested, and
 * another instance can make them again.
 */
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FOLDERS, readUrls } from '#server/domains/images/committed.ts'
import type { Encoder } from '#server/domains/images/encoder.ts'
import { readImage } from '#server/domains/images/read-image.ts'
import { OverloadError } from '#server/platform/app-error.ts'
import { FairQueue } from '#server/platform/fair-queue.ts'
import type { ImageStorage } from '#server/ports/image-storage.ts'

/** Changes the URLs of all images. Raise it when compose.ts draws differently. */
const DESIGN = 1

/** The id of the school's own image, and the photo in it. */
const SCHOOL = 'school'
const SCHOOL_IMAGE = readUrls(FOLDERS.school)['window-light'] ?? ''

/** What an image shows. */
export interface ShareSubject {
  /** A class's id, or `school`. */
  id: string
  title: string
  /** When the class takes place next; empty without dates. */
  date: string
  /** The URL of the image behind the title. One of another host is not fetched; the school's own image takes its place. */
  image: string
}

/** About 8 MB. */
const MAX_CACHED = 100

const QUEUE = { concurrency: 1, maxPerClient: 4, maxWaiting: 24, createError: () => new OverloadError() }

interface Options {
  encoder: Encoder
  storage: Pick<ImageStorage, 'get'>
  /** Returns the school's present name. */
  readSchoolName: () => string
}

export class ShareImages {
  readonly #options: Options
  readonly #queue = new FairQueue(QUEUE)
  /** By URL. The one that was used last comes last. */
  readonly #images = new Map<string, Promise<Buffer>>()

  constructor(options: Options) {
    this.#options = options
  }

  /** The image of pages without one of their own. */
  get school(): ShareSubject {
    return { id: SCHOOL, title: this.#options.readSchoolName(), date: '', image: SCHOOL_IMAGE }
  }

  /** Returns the path of an image. It has a hash of everything that the image shows, so that the file never changes. */
  findPath({ id, title, date, image }: ShareSubject): string {
    const content = JSON.stringify([DESIGN, title, date, image, this.#options.readSchoolName()])
    return `/pictures/share/${id}/${createHash('sha256').update(content).digest('hex').slice(0, 16)}.jpg`
  }

  /** Returns the JPEG of a subject. @throws OverloadError where too many are being made */
  async get(subject: ShareSubject, client: string): Promise<Buffer> {
    const path = this.findPath(subject)
    const image = this.#images.get(path) ?? this.#queue.run(client, () => this.#make(subject))
    this.#images.delete(path)
    this.#images.set(path, image)
    image.catch(() => this.#images.delete(path))
    const [oldest] = this.#images.keys()
    if (this.#images.size > MAX_CACHED && oldest !== undefined) this.#images.delete(oldest)
    return image
  }

  async #make({ id, title, date, image }: ShareSubject): Promise<Buffer> {
    const { encoder, storage, readSchoolName } = this.#options
    const folder = await mkdtemp(join(tmpdir(), 'school-share-'))
    try {
      const [input, output] = [join(folder, 'image'), join(folder, 'share.jpg')]
      const source = (await readImage(storage, image)) ?? (await readImage(storage, SCHOOL_IMAGE))
      if (!source) throw new Error("the school's own image is missing")
      await writeFile(input, source)
      const school = id === SCHOOL ? '' : readSchoolName()
      await encoder.compose({ image: input, output, title, date, school })
      return await readFile(output)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}
