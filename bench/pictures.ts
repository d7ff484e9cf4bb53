/** Photographs that are uploaded: how long one takes, and what four at once are to those who read and to the machine. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { PictureUploaded } from '../contract/pictures.ts'
import { DEMO_INSTRUCTOR, DEMO_PASSWORD } from '../server/demo-accounts.ts'
import { startPostgres } from '../tests/databases/postgres-server.ts'
import { atMost, type Figure, median } from './figure.ts'
import { HEIGHT, photo, WIDTH } from './pictures/photo.ts'
import { childOf, forgetPeak, peakMegabytes, processorSeconds } from './pictures/processes.ts'
import { percentile99, readWhile } from './reading.ts'
import { withServer } from './school-process.ts'
import { signIn } from './signed-in.ts'

const SERVER = ['server/main.ts']
const ALONE = 3
const AT_ONCE = 4
const READ_EVERY_MS = 20

const MOST_SECONDS = 4
const MOST_MS = 100
const MOST_MEGABYTES = 700

export async function measurePictures(): Promise<Figure[]> {
  const photos = await Promise.all(Array.from({ length: ALONE + AT_ONCE }, photo))
  const size = photos.reduce((sum, each) => sum + each.size, 0) / photos.length
  const about = `A JPEG of ${(WIDTH * HEIGHT) / 1e6} megapixels (${(size / 1e6).toFixed(1)} MB)`
  return [
    ...(await withEmbedded((school, pid) => figuresOf(school, pid, photos, `${about}, embedded`))),
    ...(await withPostgres((school, pid) => figuresOf(school, pid, photos, `${about}, PostgreSQL`))),
  ]
}

async function figuresOf(school: string, pid: number, photos: Blob[], about: string): Promise<Figure[]> {
  const started = await peakMegabytes(pid)
  await forgetPeak(pid)
  const before = await peakMegabytes(pid)
  const { token } = await signIn(school, DEMO_INSTRUCTOR, DEMO_PASSWORD)
  const seconds: number[] = []
  for (const one of photos.slice(0, ALONE)) seconds.push(await secondsToUpload(school, token, one))
  const each = ((await processorSeconds(await childOf(pid))) / ALONE).toFixed(1)
  const page = `${school}/classes`
  const quiet = await readWhile(page, READ_EVERY_MS, pause(3_000))
  const four = Promise.all(photos.slice(ALONE).map((one) => secondsToUpload(school, token, one)))
  const busy = await readWhile(page, READ_EVERY_MS, four)
  const slowest = Math.max(...(await four)).toFixed(1)
  const encoder = await peakMegabytes(await childOf(pid))
  const worst = Math.max(...seconds).toFixed(1)
  return [
    atMost({
      what: `${about}: from upload to answer, all sizes there (median of ${ALONE}, the slowest ${worst} s, ${each} s of processor each)`,
      value: median(seconds),
      most: MOST_SECONDS,
      unit: ' s',
      digits: 1,
    }),
    atMost({
      what: `The same, ${AT_ONCE} at once in ${slowest} s: GET /classes, kept, p99 (${busy.length} requests; ${percentile99(quiet).toFixed(1)} ms when nobody uploads)`,
      value: percentile99(busy),
      most: MOST_MS,
      unit: ' ms',
      digits: 1,
    }),
    atMost({
      what: `The same: the server's memory at most (${before} MB before, ${started} MB while it started; its encoder ${encoder} MB)`,
      value: await peakMegabytes(pid),
      most: MOST_MEGABYTES,
      unit: ' MB',
      digits: 0,
    }),
  ]
}

type Measure<T> = (school: string, pid: number) => Promise<T>

/** Runs `measure` against a demo school that was filled before. */
async function withEmbedded<T>(measure: Measure<T>): Promise<T> {
  return inFolder(async (env) => {
    await withServer(process.execPath, SERVER, env, async () => {})
    return withServer(process.execPath, SERVER, env, measure)
  })
}

/** The same on a PostgreSQL of its own. */
async function withPostgres<T>(measure: Measure<T>): Promise<T> {
  const server = await startPostgres()
  const database = {
    DATABASE_URL: await server.createDatabase('pictures'),
    SECRET: 'a secret for the bench, long enough',
  }
  try {
    return await inFolder((env) => withServer(process.execPath, SERVER, { ...env, ...database }, measure))
  } finally {
    await server.stop()
  }
}

async function inFolder<T>(use: (env: Record<string, string>) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'school-bench-pictures-'))
  try {
    return await use({ PORT: '0', DATA_DIR: folder, NODE_ENV: 'production', DEMO: 'on', CARDS: 'sandbox' })
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function secondsToUpload(school: string, token: string, picture: Blob): Promise<number> {
  const body = new FormData()
  body.set('image', picture, 'photo.jpg')
  const begun = performance.now()
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${school}/api/images`, { method: 'POST', headers, body })
  const said = (await answer.json()) as PictureUploaded
  if (!answer.ok) throw new Error(`the upload was answered ${answer.status}: ${JSON.stringify(said)}`)
  const seconds = (performance.now() - begun) / 1000
  const shown = await fetch(school + said.data.display_url)
  if (shown.headers.get('content-type') !== 'image/webp') throw new Error(`${said.data.display_url} is not there`)
  return seconds
}
