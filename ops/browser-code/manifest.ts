/** Makes React Router's list of routes smaller, which every page loads. Docs: docs/decisions/0035. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listNotCompared } from './versions.ts'

interface Route {
  id: string
  parentId?: string
  path?: string
  module: string
  imports?: string[]
  css?: string[]
  [flag: string]: unknown
}

interface Manifest {
  entry: { module: string }
  routes: Record<string, Route>
  url: string
  version: string
}

/** What the browser reads of a route besides its row's other cells, as bits. */
const FLAGS = ['index', 'hasLoader', 'hasClientLoader', 'hasErrorBoundary']
/** What the browser does not read, and the scripts and style sheets that only the served HTML names. */
const UNREAD = ['id', 'parentId', 'path', 'module', 'imports', 'css', 'hasDefaultExport']

/** Expands a row. It is part of the file. */
const EXPAND = `row=>{const[id,parentId,path,module,css,flags]=row.split("|");return[id,{id,parentId:parentId||void 0,path:path||void 0,module:"/assets/"+module+".js",css:css?css.split(" "):[],${FLAGS.map((flag, bit) => `${flag}:!!(flags&${1 << bit})`).join()}}]}`

/** Rewrites the list in the folder of the browser's files, if it was compared with this version of React Router. */
export function compactManifest(folder: string): void {
  if (listNotCompared().length > 0) return
  const [file = ''] = globSync('assets/manifest-*.js', { cwd: folder })
  const path = join(folder, file)
  const script = readFileSync(path, 'utf8')
  writeFileSync(path, writeManifest(JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1))))
}

/** @throws if a route has what a row does not */
export function writeManifest({ entry, routes, url, version }: Manifest): string {
  const rows = JSON.stringify(Object.values(routes).map(toRow).join('\n'))
  const rest = JSON.stringify({ entry: { module: entry.module, imports: [] }, url, version }).slice(0, -1)
  return `window.__reactRouterManifest=${rest},"routes":Object.fromEntries(${rows}.split("\\n").map(${EXPAND}))};`
}

function toRow(route: Route): string {
  const { id, parentId = '', path = '', module, css = [] } = route
  const [, name] = /^\/assets\/(.+)\.js$/.exec(module) ?? []
  const unknown = Object.keys(route).filter((key) => route[key] && !FLAGS.includes(key) && !UNREAD.includes(key))
  if (!name || unknown.length > 0) throw new Error(`React Router's list of routes has changed: ${id}, ${unknown}`)
  const flags = FLAGS.reduce((sum, flag, bit) => sum + (route[flag] ? 1 << bit : 0), 0)
  return [id, parentId, path, name, css.join(' '), flags].join('|')
}
