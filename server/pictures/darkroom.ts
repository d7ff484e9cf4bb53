/** What uploaded pictures go through: received, prepared by a process of its own, and kept by us or by an image host. */
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '#server/settings.ts'
import { Encoder } from './encoder/encoder.ts'
import { type ImageHost, imageHost } from './image-host.ts'
import { Intake } from './intake.ts'
import { openStorage, type Storage } from './storage.ts'

export interface Darkroom {
  intake: Intake
  encoder: Encoder
  /** Where our own pictures are, also those from before there was a host. */
  storage: Storage
  /** Takes new pictures in place of the storage, where the settings name one. */
  host: ImageHost | null
}

/** Starts nothing yet: the encoder's process comes with the first picture. `encoder.close()` ends it. */
export function openDarkroom(settings: Pick<Settings, 'pictures' | 'dataDir'>, log: FastifyBaseLogger): Darkroom {
  return {
    intake: new Intake(join(settings.dataDir, 'uploads')),
    encoder: new Encoder({ log }),
    storage: openStorage(settings),
    host: settings.pictures.host ? imageHost(settings.pictures.host) : null,
  }
}
