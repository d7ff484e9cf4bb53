/** What a visitor's browser loads of JavaScript before it can act on a public page. */
import type { Figure } from './figure.ts'
import { withSchool } from './school-process.ts'

const MOST_KILOBYTES = 120

export async function measureScripts(): Promise<Figure> {
  const bytes = await withSchool(async (school) => {
    const html = await (await fetch(`${school}/classes`)).text()
    const scripts = new Set([...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path))
    const sizes = await Promise.all([...loadedAtOnce(html, scripts)].map((path) => compressedSize(school + path)))
    return sizes.reduce((sum, size) => sum + size, 0)
  })
  const kilobytes = bytes / 1024
  return {
    what: 'JavaScript of /classes, brotli',
    measured: `${kilobytes.toFixed(1)} KB`,
    limit: `≤ ${MOST_KILOBYTES} KB`,
    holds: kilobytes <= MOST_KILOBYTES,
  }
}

/** Preloaded, imported by the inline module, or a script of its own; not the manifest's mere names of other routes. */
function loadedAtOnce(html: string, scripts: Set<string>): Set<string> {
  const now = [
    ...html.matchAll(
      /<link[^>]+rel="modulepreload"[^>]+href="([^"]+)"|<script[^>]+src="([^"]+)"|import[^'"]*["'](\/assets\/[^"']+)["']/g,
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
