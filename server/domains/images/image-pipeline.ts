/** The steps of an upload: intake, encoding in a process of its own, and storage with us or with an image host. */
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { ImageHost, ImageStorage } from '#server/ports/image-storage.ts'
import { Encoder } from './encoder.ts'
import { Intake } from './intake.ts'

export interface ImagePipeline {
  intake: Intake
  encoder: Encoder
  /** Stores our own images. With a host, it still serves earlier ones. */
  storage: ImageStorage
  /** Takes new images instead of the storage, where the settings name one. */
  host: ImageHost | null
}

/** Opens the pipeline. The encoder's process starts with the first image, and `encoder.close()` ends it. */
export function openImagePipeline(
  dataDir: string,
  { storage, host }: Pick<ImagePipeline, 'storage' | 'host'>,
  log: FastifyBaseLogger,
): ImagePipeline {
  return { intake: new Intake(join(dataDir, 'uploads')), encoder: new Encoder({ log }), storage, host }
}
