/**
 * The JavaScript that a browser loads on a public page: bodies and headers, as the server sends them over HTTP/1.1. `node bench/scripts.ts`
 * writes today's sizes to the record, which tests/script-size.test.ts and tests/e2e/first-visit.spec.ts compare.
 */
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { withServer } from './application-process.ts'
import type { Figure } from './figure.ts'

export const PUBLIC_PAGES = [
  '/',
  '/classes',
  '/classes/:address',
  '/instructors',
  '/instructors/:address',
  '/login',
  '/signup',
] as const
type PublicPage = (typeof PUBLIC_PAGES)[number]

/** Kilobytes, of 1,000 bytes, of each page. */
export const MAX_KILOBYTES = 125

const KILOBYTE = 1000

/** The chunks that a page loads by itself later, besides what its code imports. */
const LATER: Partial<Record<PublicPage, string[]>> = { '/': ['hero'], '/login': ['embedded'], '/signup': ['embedded'] }

/** Bytes by the name of the chunk, without its hash. */
export type ChunkSizes = Record<string, number>

const CLIENT = join(import.meta.dirname, '../build/client')
const SERVER_BUILD = join(import.meta.dirname, '../build/server/index.js')
const RECORD = join(import.meta.dirname, '../tests/script-size.json')
/** Sends the same files as every school, and starts fastest. */
const EMPTY_SCHOOL = { DEMO: 'off', CARDS: 'sandbox' }

interface Module {
  module: string
  imports?: string[]
}

/** Scripts in React Router's list of routes on the server. */
interface Manifest {
  url: string
  entry: Module
  routes: Record<string, Module & { parentId?: string; path?: string; index?: boolean }>
}

export function readRecord(): Record<PublicPage, ChunkSizes> {
  return JSON.parse(readFileSync(RECORD, 'utf8'))
}

/** Measures the pages with a server of its own. */
export async function measurePages(): Promise<Record<PublicPage, ChunkSizes>> {
  const folder = await mkdtemp(join(tmpdir(), 'school-scripts-'))
  try {
    return await withServer({ ...EMPTY_SCHOOL, DATA_DIR: folder }, async (url) => {
      const pages = await Promise.all(PUBLIC_PAGES.map(async (page) => [page, await measurePage(page, url)] as const))
      return Object.fromEntries(pages) as Record<PublicPage, ChunkSizes>
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Lists the routes whose scripts have a text: their own ones, and those that these import. */
export async function findRoutesWith(text: string): Promise<string[]> {
  const { assets } = (await import(SERVER_BUILD)) as { assets: Manifest }
  const hasText = (url: string) => readFileSync(join(CLIENT, url), 'utf8').includes(text)
  const routes = Object.entries(assets.routes)
  return routes.flatMap(([id, { module, imports = [] }]) => ([module, ...imports].some(hasText) ? [id] : []))
}

/** Measures a page's scripts: the list of routes, the entry, the root, the page, all that these import, and what it loads later. */
async function measurePage(page: PublicPage, url: string): Promise<ChunkSizes> {
  const { assets } = (await import(SERVER_BUILD)) as { assets: Manifest }
  const path = page.slice(1)
  const isPage = (id: string) =>
    assets.routes[id]?.parentId === 'root' && (path ? assets.routes[id].path === path : assets.routes[id].index)
  const routes = Object.keys(assets.routes).flatMap((id) => (id === 'root' || isPage(id) ? [assets.routes[id]] : []))
  const modules = [assets.entry, ...routes].flatMap((part) => (part ? [part.module, ...(part.imports ?? [])] : []))
  const scripts = [...new Set([assets.url, ...modules, ...listLater(page)])]
  const sizes = scripts.map(async (script) => [toChunkName(script), await measureResponse(url + script)] as const)
  return Object.fromEntries(await Promise.all(sizes))
}

function listLater(page: PublicPage): string[] {
  return globSync('assets/*.js', { cwd: CLIENT })
    .map((file) => `/${file}`)
    .filter((script) => LATER[page]?.includes(toChunkName(script)))
}

/** Returns the bytes of a response: its status line, headers and body. */
function measureResponse(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } }, (response) => {
      const { statusCode, statusMessage, httpVersion, rawHeaders } = response
      if (statusCode !== 200) return reject(new Error(`${url}: ${statusCode}`))
      const lines = Array.from(
        { length: rawHeaders.length / 2 },
        (_, at) => `${rawHeaders[at * 2]}: ${rawHeaders[at * 2 + 1]}`,
      )
      const head = [`HTTP/${httpVersion} ${statusCode} ${statusMessage}`, ...lines, '', ''].join('\r\n')
      let body = 0
      response.on('data', (chunk: Buffer) => {
        body += chunk.length
      })
      response.on('end', () => resolve(head.length + body))
    }).on('error', reject)
  })
}

export function toKilobytes(sizes: ChunkSizes): number {
  return Object.values(sizes).reduce((sum, size) => sum + size, 0) / KILOBYTE
}

/** Returns a line for each chunk that is larger than in the record: `home: +6.2 KB (9.7 KB)`. */
export function describeGrowth(sizes: ChunkSizes, recorded: ChunkSizes): string[] {
  return Object.entries(sizes)
    .map(([name, size]) => ({ name, size, growth: size - (recorded[name] ?? 0) }))
    .filter(({ growth }) => growth > 0)
    .sort((a, b) => b.growth - a.growth)
    .map(({ name, size, growth }) => `${name}: +${formatKilobytes(growth)} (${formatKilobytes(size)})`)
}

/** Returns the kilobytes of the style sheet of every public page, brotli. */
export function measureStyleSheet(): number {
  const [file = ''] = globSync('assets/app-*.css', { cwd: CLIENT })
  return statSync(join(CLIENT, `${file}.br`)).size / KILOBYTE
}

export async function measureScripts(): Promise<Figure> {
  const sizes = Object.values(await measurePages()).map(toKilobytes)
  return {
    what: `JavaScript of a public page, with the headers of its responses (${PUBLIC_PAGES.join(', ')})`,
    measured: `${sizes.map((size) => size.toFixed(1)).join(', ')} KB`,
    limit: `≤ ${MAX_KILOBYTES} KB each`,
    holds: sizes.every((size) => size <= MAX_KILOBYTES),
  }
}

/** `/assets/home-BCCPsbRb.js` → `home` */
export function toChunkName(script: string): string {
  return basename(script).replace(/-[\w-]{6,8}\.js$/, '')
}

function formatKilobytes(bytes: number): string {
  return `${(bytes / KILOBYTE).toFixed(1)} KB`
}

if (import.meta.main) {
  const record = await measurePages()
  writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`)
  console.log(record)
}
