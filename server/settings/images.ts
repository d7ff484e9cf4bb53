/** The settings of uploaded images: their storage, and which signers of Content Credentials to trust. */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
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
  /** Certificates of signers of Content Credentials, as PEM; empty for none. */
  trustList: string
}

/** @throws SettingError */
export function readImageSettings(env: Environment): ImageSettings {
  return { s3: readS3(env), host: readHost(env), trustList: readTrustList(env) }
}

const BEGIN = '-----BEGIN '

function readTrustList({ C2PA_TRUST_LIST: path }: Environment): string {
  if (!path) return ''
  try {
    const certificates = readFileSync(path, 'utf8')
      .split(/(?=-----BEGIN )/)
      .filter((part) => part.startsWith(BEGIN))
    // Each throws where it is none. The verifier would ignore the whole list, and say nothing of it.
    const list = certificates.map((each) => new X509Certificate(each).toString()).join('')
    if (list) return list
    throw new Error('no certificate')
  } catch {
    throw new SettingError('C2PA_TRUST_LIST: must be the path of a file of certificates (PEM)')
  }
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
