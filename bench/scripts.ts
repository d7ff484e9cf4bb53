/** What a visitor's browser loads of JavaScript before it can act on a public page. */
import type { Figure } from './figure.ts'
import { withSchool } from './school-process.ts'

const PAGES = ['/', '/classes', '/instructors', '/login', '/signup']
const MOST_KILOBYTES = 120

export async function measureScripts(): Promise<Figure> {
  const sizes = await withSchool((school) => Promise.all(PAGES.map((page) => kilobytesOf(school, page))))
  return {
    what: `JavaScript of a public page, brotli (${PAGES.join(', ')})`,
    measured: `${sizes.map((size) => size.toFixed(1)).join(', ')} KB`,
    limit: `≤ ${MOST_KILOBYTES} KB each`,
    holds: sizes.every((size) => size <= MOST_KILOBYTES),
  }
}

async function kilobytesOf(school: string, page: string): Promise<number> {
  const html = await (await fetch(school + page)).text()
  const scripts = new Set([...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path))
  const sizes = await Promise.all([...loadedAtOnce(html, scripts)].map((path) => compressedSize(school + path)))
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

/** Preloaded (where a picture comes first, later: server/pages/picture-first.ts), imported by the inline module, or a script of its own; not the manifest's mere names of other routes. */
function loadedAtOnce(html: string, scripts: Set<string>): Set<string> {
  const now = [
    ...html.matchAll(
      /<link[^>]+rel="modulepreload(?:-later)?"[^>]+href="([^"]+)"|<script[^>]+src="([^"]+)"|import[^'"]*["'](\/assets\/[^"']+)["']/g,
    ),
  ]
  return new Set(
    now
      .map(([, preloaded, script, imported]) => preloaded ?? script ?? imported ?? '')
      .filter((path) => scripts.has(path)),
  )
}

async function compressedSize(url: string): Promise<number> {
  const { headers, status } = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
  if (status !== 200 || headers.get('content-encoding') !== 'br') throw new Error(`${url} is not sent as brotli`)
  return Number(headers.get('content-length'))
}
