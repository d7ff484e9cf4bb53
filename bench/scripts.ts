/**
 * The JavaScript that a browser loads before it can act on a public page, read from the built output.
 * `node bench/scripts.ts` writes today's sizes to the record, which tests/script-size.test.ts compares.
 */
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
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

/** Kilobytes of each page, brotli. 5 KB below the 120 KB that the pages may have, so that a small change does not exceed those. */
export const MAX_KILOBYTES = 115

/** Bytes (brotli) by the name of the chunk, without its hash. */
export type ChunkSizes = Record<string, number>

const CLIENT = join(import.meta.dirname, '../build/client')
const RECORD = join(import.meta.dirname, '../tests/script-size.json')

interface Module {
  module: string
  imports?: string[]
}

/** The parts of React Router's manifest that name scripts. */
interface Manifest {
  url: string
  entry: Module
  routes: Record<string, Module & { parentId?: string; path?: string; index?: boolean }>
}

export function readRecord(): Record<PublicPage, ChunkSizes> {
  return JSON.parse(readFileSync(RECORD, 'utf8'))
}

/** Reads the sizes of a page's scripts: the entry, the root, the page, all that they import, and the manifest of the routes. */
export function measurePage(page: PublicPage): ChunkSizes {
  const { url, entry, routes } = readManifest()
  const path = page.slice(1)
  const isPage = (id: string) => routes[id]?.parentId === 'root' && (path ? routes[id].path === path : routes[id].index)
  const modules = [entry, ...Object.keys(routes).flatMap((id) => (id === 'root' || isPage(id) ? [routes[id]] : []))]
  const scripts = new Set([url, ...modules.flatMap((part) => (part ? [part.module, ...(part.imports ?? [])] : []))])
  return Object.fromEntries([...scripts].map((script) => [toChunkName(script), compressedSize(script)]))
}

export function toKilobytes(sizes: ChunkSizes): number {
  return Object.values(sizes).reduce((sum, size) => sum + size, 0) / 1024
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
  return compressedSize(file) / 1024
}

export async function measureScripts(): Promise<Figure> {
  const sizes = PUBLIC_PAGES.map((page) => toKilobytes(measurePage(page)))
  return {
    what: `JavaScript of a public page, brotli (${PUBLIC_PAGES.join(', ')})`,
    measured: `${sizes.map((size) => size.toFixed(1)).join(', ')} KB`,
    limit: `≤ ${MAX_KILOBYTES} KB each`,
    holds: sizes.every((size) => size <= MAX_KILOBYTES),
  }
}

function readManifest(): Manifest {
  const [file] = globSync('assets/manifest-*.js', { cwd: CLIENT })
  if (!file) throw new Error('The pages are not built: npm run build')
  const script = readFileSync(join(CLIENT, file), 'utf8')
  return JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1))
}

/** `/assets/home-BCCPsbRb.js` → `home` */
function toChunkName(script: string): string {
  return basename(script).replace(/-[\w-]{8}\.js$/, '')
}

/** Returns the size of the compressed copy that the build has made and the server sends. */
function compressedSize(script: string): number {
  return statSync(join(CLIENT, `${script}.br`)).size
}

function formatKilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`
}

if (import.meta.main) {
  const record = Object.fromEntries(PUBLIC_PAGES.map((page) => [page, measurePage(page)]))
  writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`)
  console.log((await measureScripts()).measured)
}
