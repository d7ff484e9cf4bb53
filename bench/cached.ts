/** Cached responses compared with a bare node:http server that sends the same bytes. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ensureDebianPackages } from '../ops/debian.mjs'
import { withApplication, withServer } from './application-process.ts'
import { findClassPath } from './classes.ts'
import { type Figure, median } from './figure.ts'

const run = promisify(execFile)
const ROUNDS = 5
const ROUND_SECONDS = 3
const CONNECTIONS = 50
const MIN_RATIO = 0.7

/** Measures both in turns, so that noise affects both. Returns the median of the ratios. */
export async function measureCached(): Promise<Figure[]> {
  ensureDebianPackages('wrk')
  return withApplication(async (application) => {
    const figures: Figure[] = []
    for (const path of ['/', '/classes', '/api/all-classes', await findClassPath(application)])
      figures.push(await measure(application, path))
    return figures
  })
}

async function measure(application: string, path: string): Promise<Figure> {
  const response = await fetch(application + path, { headers: { 'accept-encoding': 'identity' } })
  const folder = await mkdtemp(join(tmpdir(), 'school-bench-bare-'))
  const file = join(folder, 'body')
  await writeFile(file, Buffer.from(await response.arrayBuffer()))
  const bareServer = ['bench/bare-server.mjs', file, response.headers.get('content-type') ?? '']
  const measureRounds = async (bare: string) => {
    const ratios: { ours: number; ratio: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const ours = await requestsPerSecond(application + path)
      ratios.push({ ours, ratio: ours / (await requestsPerSecond(bare)) })
    }
    return ratios
  }
  const rounds = await withServer({}, measureRounds, bareServer)
  await rm(folder, { recursive: true })
  const ratio = median(rounds.map((round) => round.ratio))
  const perSecond = Math.round(median(rounds.map(({ ours }) => ours)))
  return {
    what: `GET ${path.replace(/[\w-]{36,}$/, '{slug}-{id}')}, cached, compared with a bare node:http server`,
    measured: `${ratio.toFixed(2)} (${perSecond}/s)`,
    limit: `≥ ${MIN_RATIO}`,
    holds: ratio >= MIN_RATIO,
  }
}

/** Runs wrk, which costs little beside a server on two cores. */
async function requestsPerSecond(url: string): Promise<number> {
  const { stdout } = await run('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${ROUND_SECONDS}s`, url])
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]
  if (!rate || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} responded with errors: ${stdout}`)
  return Number(rate)
}
