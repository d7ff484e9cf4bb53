/** The settings of where uploaded pictures are kept: a part of server/settings.ts. */
import { z } from 'zod'
import { isLoopback } from '#server/loopback.ts'
import { SettingError } from '#server/start-error.ts'

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const IMGBB = 'https://api.imgbb.com/1/upload'

export const PICTURE_ENVIRONMENT = {
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address as https://s3.example' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  S3_BUCKET: z.string().regex(BUCKET, 'must be 3 to 63 lower-case letters, digits, dots and hyphens').optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  IMAGE_HOST: z.enum(['imgbb']).optional(),
  IMGBB_URL: z
    .url({ protocol: /^https?$/, error: `must be an address as ${IMGBB}`, abort: true })
    .refine(
      (url) => url.startsWith('https:') || isLoopback(new URL(url).hostname),
      'must begin with https://, for the key stands in it',
    )
    .optional(),
  IMGBB_KEY: z.string().optional(),
}

type Environment = z.infer<z.ZodObject<typeof PICTURE_ENVIRONMENT>>

export interface S3Settings {
  /** Without a slash at its end. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** A host that speaks imgbb's API. */
export interface ImageHostSettings {
  url: string
  key: string
}

export interface PictureSettings {
  /** Absent: a folder in dataDir. */
  s3: S3Settings | undefined
  /** Takes new pictures instead. */
  host: ImageHostSettings | undefined
}

/** @throws SettingError */
export function picturesOf(env: Environment): PictureSettings {
  return { s3: s3Of(env), host: hostOf(env) }
}

function s3Of(env: Environment): S3Settings | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
  const all = { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }
  const missing = Object.entries(all).filter(([, value]) => !value)
  if (missing[0] && missing.length < Object.keys(all).length) {
    throw new SettingError(`${missing[0][0]}: is missing; the five S3_ settings go together`)
  }
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_REGION || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}

function hostOf({ IMAGE_HOST, IMGBB_URL, IMGBB_KEY }: Environment): ImageHostSettings | undefined {
  if (!IMAGE_HOST) {
    const given = (IMGBB_KEY && 'IMGBB_KEY') || (IMGBB_URL && 'IMGBB_URL')
    if (given) throw new SettingError(`${given}: is only for IMAGE_HOST=imgbb`)
    return undefined
  }
  if (!IMGBB_KEY) throw new SettingError('IMGBB_KEY: is missing; IMAGE_HOST=imgbb needs it')
  return { url: IMGBB_URL ?? IMGBB, key: IMGBB_KEY }
}
