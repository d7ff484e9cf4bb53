import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { applyChange } from '../ops/browser-code/change.ts'
import { writeManifest } from '../ops/browser-code/manifest.ts'
import { toModule } from '../ops/browser-code/react-modules.ts'
import { listNotCompared } from '../ops/browser-code/versions.ts'
import { ROOT, readSources } from './structure/source.ts'

const sources = readSources('web/**/*.{ts,tsx}')

/** What the browser's code has of React Router. ops/browser-code/react-router.ts leaves other parts out: add a name only after reading it. */
const FROM_REACT_ROUTER = [
  ...[
    'Await',
    'Link',
    'Links',
    'Meta',
    'NavLink',
    'Navigate',
    'Outlet',
    'Scripts',
    'ScrollRestoration',
    'ServerRouter',
  ],
  ...['createContext', 'data', 'isRouteErrorResponse', 'redirect'],
  ...['useAsyncError', 'useBlocker', 'useLocation', 'useNavigate', 'useNavigation', 'useRevalidator'],
  ...['useRouteLoaderData', 'useSearchParams'],
]
const FROM_REACT_DOM = ['flushSync']
const LEFT_OUT_OF_REACT = /\b(ViewTransition|addTransitionType|(unstable_)?SuspenseList|useActionState)\b/

/** Lists the values that the browser's code imports from a package. */
function listImports(name: string): string[] {
  const statement = new RegExp(`import (?!type )\\{([^}]*)\\} from '${name}'`, 'g')
  const names = sources.flatMap(({ text }) => [...text.matchAll(statement)].flatMap(([, list = '']) => list.split(',')))
  const values = names.map((it) => it.trim()).filter((it) => it && !it.startsWith('type '))
  return [...new Set(values)].sort()
}

describe('what the browser’s code is without', () => {
  it('was compared with the installed versions: see docs/decisions/0035-browser-code.md', () => {
    expect(listNotCompared()).toEqual([])
  })

  it('is used nowhere: it imports only what is there', () => {
    expect(listImports('react-router')).toEqual(FROM_REACT_ROUTER.toSorted())
    expect(listImports('react-dom')).toEqual(FROM_REACT_DOM)
    expect(sources.filter(({ text }) => LEFT_OUT_OF_REACT.test(text)).map(({ path }) => path)).toEqual([])
  })

  it('is used by no property and no route', () => {
    const uses = /\b(prefetch|viewTransition)(=|: )|<Fragment [^>]*\bref=|\b(action|formAction)=\{(async )?\(/
    expect(sources.filter(({ text }) => uses.test(text)).map(({ path }) => path)).toEqual([])
    const unused = /^export (async )?(function|const) (action|clientAction|middleware|clientMiddleware|links)\b/m
    const routes = sources.filter(({ path }) => /^web\/(routes\/|root)/.test(path))
    expect(routes.length).toBeGreaterThan(50)
    expect(routes.filter(({ text }) => unused.test(text)).map(({ path }) => path)).toEqual([])
    expect(readFileSync(join(ROOT, 'web/routes.ts'), 'utf8')).not.toContain('?')
  })
})

describe('a change to a module', () => {
  const module = 'function stays() {\n\treturn 1;\n}\nasync function goes(a, { b } = {}) {\n\tload(a, b);\n}\n'

  it('begins a function with another statement, and replaces a part', () => {
    const cuts = [{ from: 'return 1', to: ';\n}\nasync', by: 'return 2' }]
    const result = applyChange(module, { functions: { goes: 'return;' }, cuts }, 'module.js')
    expect(result).toBe(module.replace('{\n\tload', '{return;\n\tload').replace('return 1', 'return 2'))
  })

  it.each([
    ['missing', 'gone', { functions: { gone: 'return;' } }],
    ['missing', 'return 3', { cuts: [{ from: 'return 3', to: '}' }] }],
    ['there twice', 'function', { cuts: [{ from: 'function', to: '}' }] }],
  ])('fails the build where what it replaces is %s: %s', (_, what, change) => {
    expect(() => applyChange(module, change, 'module.js')).toThrow(`module.js has changed at ${what}`)
  })
})

describe('a file of React', () => {
  it('becomes a module that imports and exports', () => {
    const file = [
      '"use strict";',
      'var Other = require("other"),',
      '  name = "x";',
      'exports.once = function () { return Other.value; };',
      'if (name) exports.later = 1; else exports.later = 2;',
    ]
    expect(toModule(file.join('\n')).split('\n')).toEqual([
      'import * as Other from "other"',
      'let $export_later;',
      '"use strict";',
      'var name = "x";',
      'const $export_once = function () { return Other.value; };',
      'if (name) $export_later = 1; else $export_later = 2;',
      'export { $export_once as once,$export_later as later }',
    ])
  })

  it('fails the build where it has another form', () => {
    expect(() => toModule('module.exports = 1')).toThrow('has changed')
    expect(() => toModule('run(require("other"))')).toThrow('has changed')
  })
})

describe('the list of routes', () => {
  const route = { id: 'routes/a', parentId: 'root', path: 'a/:id', index: undefined, hasLoader: true, hasAction: false }
  const files = { module: '/assets/a-12345678.js', imports: ['/assets/b-12345678.js'], css: ['/assets/a-12345678.css'] }
  const manifest = (more: object) => ({
    entry: { module: '/assets/e-12345678.js' },
    url: '/assets/manifest-1.js',
    version: '1',
    routes: { 'routes/a': { ...route, ...files, ...more } },
  })

  it('says the same in a shorter form, but for what the browser does not read', () => {
    const window: { __reactRouterManifest?: unknown } = {}
    new Function('window', writeManifest(manifest({})))(window)
    const { imports: _, ...file } = files
    expect(window.__reactRouterManifest).toEqual({
      entry: { module: '/assets/e-12345678.js', imports: [] },
      url: '/assets/manifest-1.js',
      version: '1',
      routes: {
        'routes/a': {
          ...{ id: 'routes/a', parentId: 'root', path: 'a/:id', ...file },
          ...{ index: false, hasLoader: true, hasClientLoader: false, hasErrorBoundary: false },
        },
      },
    })
  })

  it('fails the build where a route has what the short form does not', () => {
    expect(() => writeManifest(manifest({ hasAction: true }))).toThrow('has changed')
    expect(() => writeManifest(manifest({ module: '/elsewhere/a.js' }))).toThrow('has changed')
  })
})
