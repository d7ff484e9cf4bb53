/**
 * Images for links on other sites. They are made on request by the encoder's process and kept in memory: few are ever requested, and
 * another instance can make them again.
 */
import { createHash } from 'node:crypto'
import { FOLDERS, readUrls } from '#server/domains/images/committed.ts'
import type { Encoder } from '#server/domains/images/encoder.ts'
import { MadeImages } from '#server/domains/images/made-images.ts'
import { readImage } from '#server/domains/images/read-image.ts'
import type { ImageStorage } from '#server/ports/image-storage.ts'

/** Changes the URLs of all images. Raise it when compose.ts draws differently. */
const DESIGN = 1

/** The id of the school's own image, and the photo in it. */
const SCHOOL = 'school'
const SCHOOL_IMAGE = readUrls(FOLDERS.school)['window-light'] ?? ''

/** Subject of an image. */
export interface ShareSubject {
  /** A class's id, or `school`. */
  id: string
  title: string
  /** The next date of the class; empty without dates. */
  date: string
  /** The URL of the image behind the title. One of another host is not fetched; the school's own image takes its place. */
  image: string
  /** The focal point of the image, `30% 60%`; blank for the part that stands out. */
  focus: string
}

interface Options {
  encoder: Encoder
  storage: Pick<ImageStorage, 'get'>
  /** Returns the school's present name. */
  readSchoolName: () => string
}

export class ShareImages {
  readonly #options: Options
  readonly #images: MadeImages

  constructor(options: Options) {
    this.#options = options
    this.#images = new MadeImages(options.encoder)
  }

  /** The image of pages without one of their own. */
  get school(): ShareSubject {
    return { id: SCHOOL, title: this.#options.readSchoolName(), date: '', image: SCHOOL_IMAGE, focus: '' }
  }

  /** Returns the path of an image. It has a hash of everything that the image shows, so that the file never changes. */
  findPath({ id, title, date, image, focus }: ShareSubject): string {
    const content = JSON.stringify([
      DESIGN,
      title,
      date,
      image,
      this.#options.readSchoolName(),
      ...(focus ? [focus] : []),
    ])
    return `/pictures/share/${id}/${createHash('sha256').update(content).digest('hex').slice(0, 16)}.jpg`
  }

  /** Returns the JPEG of a subject. @throws OverloadError where too many are being made */
  async get(subject: ShareSubject, client: string): Promise<Buffer> {
    const { storage, readSchoolName } = this.#options
    const { id, title, date, focus } = subject
    return this.#images.get(this.findPath(subject), client, async () => {
      const source = (await readImage(storage, subject.image)) ?? (await readImage(storage, SCHOOL_IMAGE))
      if (!source) throw new Error("the school's own image is missing")
      const school = id === SCHOOL ? '' : readSchoolName()
      return { source, job: { kind: 'share', focus, title, date, school } }
    })
  }
}
