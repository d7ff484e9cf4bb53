import { createRequire } from 'node:module'
import { beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC_SETTINGS } from '../../testing/public-settings.ts'
import { loadBuiltPages } from './built.ts'
import { deferScripts } from './render.ts'

const { version } = createRequire(import.meta.url)('react-router/package.json') as { version: string }
const changed = `react-router ${version} writes other HTML than 8.4.0: adapt server/pages/render.ts`

const school = { ...PUBLIC_SETTINGS, publicUrl: 'http://127.0.0.1:3000' }

describe(`the HTML of react-router ${version}`, () => {
  let html = ''
  beforeAll(async () => {
    const pages = await loadBuiltPages()
    const call = Object.assign(async () => [] as never, { page: async () => ({ rows: [], total: 0 }) })
    const response = await pages.render(new Request(`${school.publicUrl}/login`), { call, school, nonce: 'n' })
    html = (await response.text()).replaceAll(' nonce="n"', '')
  })

  it('has one module script in the form that we defer', () => {
    expect(html.match(/<script\b[^>]*\btype="module"[^>]*>/g), changed).toEqual(['<script type="module" async="">'])
  })

  it('has module preloads in the form that we defer', () => {
    const preloads = html.match(/<link\b[^>]*\bmodulepreload\b[^>]*>/g) ?? []
    expect(preloads.length, changed).toBeGreaterThan(0)
    for (const preload of preloads) expect(preload, changed).toMatch(/^<link rel="modulepreload"/)
  })

  it('has the framework among the preloads, which we evaluate first', () => {
    expect(html).toMatch(/<link rel="modulepreload"[^>]* href="\/assets\/framework-/)
  })

  it('has no other script that loads a file', () => {
    expect(html.match(/<script\b[^>]*\bsrc=/g), changed).toBeNull()
    expect(html.match(/<\/body>/g), changed).toHaveLength(1)
  })

  it('has the script that restores the scroll position first in the body, then the data of the page, in the form that we defer', () => {
    const body = html.slice(html.indexOf('<body'))
    const [first, ...others] = body.match(/<script>.{30}/g) ?? []
    expect(first, changed).toMatch(/^<script>\(\(storageKey, restoreKey\) => /)
    expect(others.length, changed).toBeGreaterThan(1)
    for (const data of others) expect(data, changed).toMatch(/^<script>window\.__reactRouterContext/)
  })

  it('loads no script before the first paint once we have deferred them, and runs one in the body', () => {
    const { html: deferred, added } = deferScripts(html)
    expect(deferred, changed).not.toMatch(/type="module"|rel="modulepreload"/)
    expect(added).toHaveLength(1)
    expect(deferred.slice(deferred.indexOf('<body')).split('<script>')).toHaveLength(2)
    expect(deferred).toContain(`<script>${added[0]}</script></body>`)
  })

  it('stays as it is without scripts', () => {
    const plain = html.replaceAll(/<script\b[\s\S]*?<\/script>/g, '')
    expect(deferScripts(plain)).toEqual({ html: plain, added: [] })
  })
})
