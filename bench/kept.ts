/** Kept answers, beside a bare node:http server that sends the same bytes. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { type Figure, median } from './figure.ts'
import { withSchool, withServer } from './school-process.ts'

const ROUNDS = 5
const ROUND_SECONDS = 3
const CONNECTIONS = 20
const LEAST_SHARE = 0.6

/** Both in turns, so that a noisy machine is noisy for both; the median of the rounds' ratios. */
export async function measureKept(): Promise<Figure[]> {
  return withSchool(async (school) => {
    const figures: Figure[] = []
    for (const path of ['/classes', '/api/all-classes']) figures.push(await measure(school, path))
    return figures
  })
}

async function measure(school: string, path: string): Promise<Figure> {
  const answer = await fetch(school + path, { headers: { 'accept-encoding': 'identity' } })
  const folder = await mkdtemp(join(tmpdir(), 'school-bench-bare-'))
  const file = join(folder, 'body')
  await writeFile(file, Buffer.from(await answer.arrayBuffer()))
  const bareArgs = ['bench/bare-server.ts', file, answer.headers.get('content-type') ?? '']
  const rounds = await withServer(process.execPath, bareArgs, {}, async (bare) => {
    const ratios: { ours: number; ratio: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const ours = await requestsPerSecond(school + path)
      ratios.push({ ours, ratio: ours / (await requestsPerSecond(bare)) })
    }
    return ratios
  })
  await rm(folder, { recursive: true })
  const share = median(rounds.map(({ ratio }) => ratio))
  const perSecond = Math.round(median(rounds.map(({ ours }) => ours)))
  return {
    what: `GET ${path}, kept, as a share of a bare node:http server with the same bytes`,
    measured: `${share.toFixed(2)} (${perSecond}/s)`,
    limit: `≥ ${LEAST_SHARE}`,
    holds: share >= LEAST_SHARE,
  }
}

async function requestsPerSecond(url: string): Promise<number> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: ROUND_SECONDS })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} answered with errors`)
  return result.requests.average
}
