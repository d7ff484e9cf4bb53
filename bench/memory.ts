/**
 * The memory of the application from its first start on, with the demo filled and 110,000 requests: with its PostgreSQL, and beside one,
 * where it is compared with a bare node:http server that receives as many, with the server's arguments for Node. As Linux counts it, in
 * megabytes of 2^20 bytes.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ensureDebianPackages } from '../ops/debian.mjs'
import { NODE_ARGUMENTS } from '../ops/server-arguments.mjs'
import { startPostgres } from '../testing/databases/postgres-server.ts'
import { withServer } from './application-process.ts'
import { findClassPath } from './classes.ts'
import { atMost, type Figure } from './figure.ts'
import { readMegabytes, readPeakMegabytes, readSharesOfChildren } from './images/processes.ts'

const run = promisify(execFile)
const MAX_EMBEDDED = 300
const MAX_MORE = 130
const MAX_GROWTH = 1.1
const WARM_UP_REQUESTS = 10_000
const REQUESTS = 100_000

interface Memory {
  /** From the start to the end of all requests. */
  peak: number
  /** After 100,000 requests, as a share of what it was before them. */
  growth: number
  /** Of the processes that it has started, after all requests. */
  children: number
}

export async function measureMemory(): Promise<Figure[]> {
  ensureDebianPackages('wrk')
  const folder = await mkdtemp(join(tmpdir(), 'school-bench-'))
  const postgres = await startPostgres()
  try {
    const bareServer = [...NODE_ARGUMENTS, 'bench/bare-server.mjs', 'package.json', 'application/json']
    const bare = await withServer({}, (url, pid) => measure([url], pid), bareServer)
    const demo = { DEMO: 'on', CARDS: 'sandbox' }
    const embedded = await withServer({ ...demo, DATA_DIR: join(folder, 'embedded') }, measureDemo)
    const database = {
      DATABASE_URL: await postgres.createDatabase('memory'),
      SECRET: 'a secret for the bench, long enough',
    }
    const onPostgres = await withServer({ ...demo, ...database, DATA_DIR: join(folder, 'postgres') }, measureDemo)
    const what = 'Peak memory from the first start on, embedded'
    const parts = `${embedded.peak} MB of Node and ${embedded.children} MB of PostgreSQL`
    const value = embedded.peak + embedded.children
    return [
      atMost({ what: `${what} (${parts})`, value, max: MAX_EMBEDDED, unit: ' MB', digits: 0 }),
      describeGrowth(embedded),
      atMost({
        what: `Peak memory from the first start on, on PostgreSQL, compared with a bare node:http server and as many requests (${onPostgres.peak} MB and ${bare.peak} MB)`,
        value: onPostgres.peak - bare.peak,
        max: MAX_MORE,
        unit: ' MB more',
        digits: 0,
      }),
      describeGrowth(onPostgres),
    ]
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true })
  }
}

async function measureDemo(url: string, pid: number): Promise<Memory> {
  const paths = ['/', '/classes', '/api/all-classes', await findClassPath(url)]
  return measure(
    paths.map((path) => url + path),
    pid,
  )
}

async function measure(urls: string[], pid: number): Promise<Memory> {
  const request = async (all: number) => {
    for (const each of urls) await send(each, all / urls.length)
  }
  await request(WARM_UP_REQUESTS)
  const before = await readMegabytes(pid)
  await request(REQUESTS)
  const growth = (await readMegabytes(pid)) / before
  return { peak: await readPeakMegabytes(pid), growth, children: await readSharesOfChildren(pid) }
}

/** Sends at least so many requests: wrk measures by time. */
async function send(url: string, requests: number): Promise<void> {
  for (let sent = 0; sent < requests; ) {
    const { stdout } = await run('wrk', ['-t1', '-c20', '-d1s', url])
    const done = Number(/(\d+) requests in/.exec(stdout)?.[1])
    if (!done || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} responded with errors: ${stdout}`)
    sent += done
  }
}

function describeGrowth({ growth }: Memory): Figure {
  return atMost({
    what: 'The same: memory after 100,000 requests, as a share',
    value: growth,
    max: MAX_GROWTH,
    digits: 2,
  })
}
