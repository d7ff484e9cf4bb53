/** Uploads of photos: how long one takes, and what as many at once as a user may send cost readers and the machine. */
import { setTimeout as pause } from 'node:timers/promises'
import type { UploadedImage } from '../contract/images.ts'
import { MAX_UPLOADS_PER_USER } from '../server/domains/images/intake.ts'
import { DEMO_INSTRUCTOR, DEMO_PASSWORD } from '../server/settings/demo.ts'
import { withEmbedded, withPostgres } from './demo-process.ts'
import { atMost, type Figure, median } from './figure.ts'
import { createPhoto, HEIGHT, WIDTH } from './images/photo.ts'
import { findChild, readCpuSeconds, readPeakMegabytes, resetPeak } from './images/processes.ts'
import { percentile99, readWhile } from './reading.ts'
import { signIn } from './signed-in.ts'

const ALONE = 3
const AT_ONCE = MAX_UPLOADS_PER_USER
const READ_INTERVAL_MS = 20

const MAX_SECONDS = 4
const MAX_MS = 100
const MAX_MEGABYTES = 700

export async function measureImages(): Promise<Figure[]> {
  const photos = await Promise.all(Array.from({ length: ALONE + AT_ONCE }, createPhoto))
  const size = photos.reduce((sum, each) => sum + each.size, 0) / photos.length
  const about = `A JPEG of ${(WIDTH * HEIGHT) / 1e6} megapixels (${(size / 1e6).toFixed(1)} MB)`
  return [
    ...(await withEmbedded((url, pid) => measurePhotos(url, pid, photos, `${about}, embedded`))),
    ...(await withPostgres((url, pid) => measurePhotos(url, pid, photos, `${about}, PostgreSQL`))),
  ]
}

async function measurePhotos(url: string, pid: number, photos: Blob[], about: string): Promise<Figure[]> {
  const started = await readPeakMegabytes(pid)
  await resetPeak(pid)
  const before = await readPeakMegabytes(pid)
  const { token } = await signIn(url, DEMO_INSTRUCTOR, DEMO_PASSWORD)
  const seconds: number[] = []
  for (const one of photos.slice(0, ALONE)) seconds.push(await measureUpload(url, token, one))
  const each = ((await readCpuSeconds(await findChild(pid))) / ALONE).toFixed(1)
  const page = `${url}/classes`
  const quiet = await readWhile(page, READ_INTERVAL_MS, pause(3_000))
  const uploads = Promise.all(photos.slice(ALONE).map((one) => measureUpload(url, token, one)))
  const busy = await readWhile(page, READ_INTERVAL_MS, uploads)
  const slowest = Math.max(...(await uploads)).toFixed(1)
  const encoder = await readPeakMegabytes(await findChild(pid))
  const worst = Math.max(...seconds).toFixed(1)
  return [
    atMost({
      what: `${about}: from upload to response with all sizes (median of ${ALONE}, the slowest ${worst} s, ${each} s of CPU each)`,
      value: median(seconds),
      max: MAX_SECONDS,
      unit: ' s',
      digits: 1,
    }),
    atMost({
      what: `The same, ${AT_ONCE} at once in ${slowest} s: GET /classes, cached, p99 (${busy.length} requests; ${percentile99(quiet).toFixed(1)} ms without uploads)`,
      value: percentile99(busy),
      max: MAX_MS,
      unit: ' ms',
      digits: 1,
    }),
    atMost({
      what: `The same: the server's peak memory (${before} MB before, ${started} MB during the start; its encoder ${encoder} MB)`,
      value: await readPeakMegabytes(pid),
      max: MAX_MEGABYTES,
      unit: ' MB',
      digits: 0,
    }),
  ]
}

async function measureUpload(url: string, token: string, image: Blob): Promise<number> {
  const body = new FormData()
  body.set('image', image, 'photo.jpg')
  const begun = performance.now()
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/images`, { method: 'POST', headers, body })
  const result = (await response.json()) as UploadedImage
  if (!response.ok) throw new Error(`the upload failed with ${response.status}: ${JSON.stringify(result)}`)
  const seconds = (performance.now() - begun) / 1000
  const shown = await fetch(result.data.display_url)
  if (shown.headers.get('content-type') !== 'image/webp') throw new Error(`${result.data.display_url} is missing`)
  return seconds
}
