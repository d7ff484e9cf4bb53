import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { Refusal } from '#server/refusal.ts'
import type { S3Settings } from './picture-settings.ts'
import type { Storage } from './storage.ts'

/** Below which the bucket has our keys. */
const PREFIX = 'pictures'
const PATIENCE_MS = 30_000
const RETRIES = 2

/** A bucket, by its path (`{endpoint}/{bucket}/…`), which every storage that speaks S3 understands. */
export function s3Storage({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings): Storage {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES })

  /** @throws Refusal PICTURE_HOST_UNAVAILABLE for all but a success, and a 404 */
  async function ask(method: 'GET' | 'PUT' | 'DELETE', key: string, said: RequestInit = {}): Promise<Response> {
    const url = `${endpoint}/${bucket}/${PREFIX}/${key}`
    const answer = await client
      .fetch(url, { method, ...said, signal: AbortSignal.timeout(PATIENCE_MS) })
      .catch((error: unknown) => {
        throw new Refusal('PICTURE_HOST_UNAVAILABLE', undefined, { cause: error })
      })
    if (answer.ok || answer.status === 404) return answer
    const words = (await answer.text().catch(() => '')).slice(0, 500)
    throw new Refusal('PICTURE_HOST_UNAVAILABLE', undefined, { cause: new Error(`S3: ${answer.status} ${words}`) })
  }

  return {
    async put(key, file, mediaType) {
      const body = await readFile(file)
      const hash = createHash('sha256').update(body).digest('hex')
      const { status } = await ask('PUT', key, {
        body,
        headers: { 'content-type': mediaType, 'x-amz-content-sha256': hash },
      })
      if (status === 404) {
        throw new Refusal('PICTURE_HOST_UNAVAILABLE', undefined, {
          cause: new Error(`S3: there is no bucket ${bucket}`),
        })
      }
    },
    async get(key) {
      const answer = await ask('GET', key)
      if (answer.ok && answer.body) {
        const bytes = Readable.fromWeb(answer.body as ReadableStream)
        return { bytes, size: Number(answer.headers.get('content-length')) }
      }
      await answer.body?.cancel()
      return null
    },
    async remove(keys) {
      for (const key of keys) await (await ask('DELETE', key)).body?.cancel()
    },
  }
}
