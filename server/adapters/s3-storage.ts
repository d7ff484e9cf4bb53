import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { AppError } from '#server/platform/app-error.ts'
import type { ImageStorage } from '#server/ports/image-storage.ts'
import type { S3Settings } from '#server/settings/images.ts'

/** The prefix of our keys in the bucket. */
const PREFIX = 'pictures'
const TIMEOUT_MS = 30_000
const RETRIES = 2
/** At most, before the first retry; twice that before the second. */
const RETRY_DELAY_MS = 50
const UNREADABLE = "We couldn't load the picture. Try again in a moment."

/**
 * Stores images in a bucket with path-style URLs (`{endpoint}/{bucket}/…`), which every S3 storage supports.
 * @param timeoutMs the time for one call, its retries and the body of its response included
 */
export function createS3Storage(
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings,
  timeoutMs = TIMEOUT_MS,
): ImageStorage {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })

  /**
   * Sends a signed request, and retries it while the storage is overloaded or fails, at random times so that many requests do
   * not return at once.
   *
   * `AwsClient.fetch` does not fit: it passes the signal in a `Request` that it does not keep. Once that is collected as
   * garbage, the signal never aborts it (nodejs/node#55428).
   */
  async function fetchSigned(url: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
    for (let retries = 0; ; retries++) {
      const response = await fetch(await client.sign(url, init), { signal })
      const isTemporary = response.status >= 500 || response.status === 429
      if (!isTemporary || retries === RETRIES) return response
      await response.body?.cancel()
      await delay(Math.random() * RETRY_DELAY_MS * 2 ** retries, undefined, { signal })
    }
  }

  /** @throws AppError PICTURE_HOST_UNAVAILABLE for every status but a success and 404 */
  async function send(method: 'GET' | 'PUT' | 'DELETE', key: string, init: RequestInit = {}): Promise<Response> {
    const url = `${endpoint}/${bucket}/${PREFIX}/${key}`
    const fail = (cause: unknown): never => {
      throw new AppError('PICTURE_HOST_UNAVAILABLE', method === 'GET' ? UNREADABLE : undefined, { cause })
    }
    const response = await fetchSigned(url, { method, ...init }, AbortSignal.timeout(timeoutMs)).catch(fail)
    if (response.ok || response.status === 404) return response
    const text = (await response.text().catch(() => '')).slice(0, 500)
    return fail(new Error(`S3: ${response.status} ${text}`))
  }

  return {
    async put(key, file, mediaType) {
      const body = await readFile(file)
      const hash = createHash('sha256').update(body).digest('hex')
      const headers = { 'content-type': mediaType, 'x-amz-content-sha256': hash }
      const { status } = await send('PUT', key, { body, headers })
      if (status !== 404) return
      throw new AppError('PICTURE_HOST_UNAVAILABLE', undefined, { cause: new Error(`S3: no bucket named ${bucket}`) })
    },
    async get(key) {
      const response = await send('GET', key)
      if (response.ok && response.body) {
        const bytes = Readable.fromWeb(response.body as ReadableStream)
        return { bytes, size: Number(response.headers.get('content-length')) }
      }
      await response.body?.cancel()
      return null
    },
    async remove(keys) {
      for (const key of keys) await (await send('DELETE', key)).body?.cancel()
    },
  }
}
