/** The settings of the storage for uploaded images. */
import { SettingError } from '#server/platform/start-error.ts'
import { type Environment, IMGBB_API } from './environment.ts'

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

export interface ImageSettings {
  /** Absent: a folder in dataDir. */
  s3: S3Settings | undefined
  /** Takes new images instead of the storage. */
  host: ImageHostSettings | undefined
}

/** @throws SettingError */
export function readImageSettings(env: Environment): ImageSettings {
  return { s3: readS3(env), host: readHost(env) }
}

function readS3(env: Environment): S3Settings | undefined {
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

function readHost({ IMAGE_HOST, IMGBB_URL, IMGBB_KEY }: Environment): ImageHostSettings | undefined {
  if (!IMAGE_HOST) {
    const unused = (IMGBB_KEY && 'IMGBB_KEY') || (IMGBB_URL && 'IMGBB_URL')
    if (unused) throw new SettingError(`${unused}: is only for IMAGE_HOST=imgbb`)
    return undefined
  }
  if (!IMGBB_KEY) throw new SettingError('IMGBB_KEY: is missing; IMAGE_HOST=imgbb needs it')
  return { url: IMGBB_URL ?? IMGBB_API, key: IMGBB_KEY }
}
