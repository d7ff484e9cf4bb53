/** The steps of an upload: intake, encoding in a process of its own, and storage with us or with an image host. */
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { ImageHost, ImageStorage } from '#server/ports/image-storage.ts'
import { Encoder } from './encoder.ts'
import { Intake } from './intake.ts'
import { MadeImages } from './made-images.ts'
import { ShareImages } from './share/share-images.ts'

export interface ImagePipeline {
  intake: Intake
  encoder: Encoder
  /** Stores our own images. With a host, it still serves earlier ones. */
  storage: ImageStorage
  /** Takes new images instead of the storage, where the settings name one. */
  host: ImageHost | null
  /** Images whose later variants are being written here, by their names. */
  unfinished: Map<string, Promise<void>>
  /** Images for links on other sites. */
  shareImages: ShareImages
  /** Images as JPEG, for e-mails. */
  jpegs: MadeImages
}

/** Opens the pipeline. The encoder's process starts with the first image, and `encoder.close()` ends it. */
export function openImagePipeline(
  { dataDir, readSchoolName, trustList }: { dataDir: string; readSchoolName: () => string; trustList: string },
  { storage, host }: Pick<ImagePipeline, 'storage' | 'host'>,
  log: FastifyBaseLogger,
): ImagePipeline {
  const encoder = new Encoder({ log, trustList })
  const shareImages = new ShareImages({ encoder, storage, readSchoolName })
  return {
    intake: new Intake(join(dataDir, 'uploads'), log),
    encoder,
    storage,
    host,
    unfinished: new Map(),
    shareImages,
    jpegs: new MadeImages(encoder),
  }
}
