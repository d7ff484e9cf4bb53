/** The order of the parts. Each part may import those before it in its list, and none after it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './source.ts'

/**
 * The folders of the server's domains, in the order of their list. A later one calls earlier ones. A folder in another one, such as
 * `classes/editing`, has a place of its own.
 */
export const DOMAINS = readDomains()

function readDomains(): string[] {
  const text = readFileSync(join(ROOT, 'server/domains/index.ts'), 'utf8')
  const folders = new Map(
    [...text.matchAll(/import { (\w+) } from '\.\/([\w/-]+)\/index\.ts'/g)].map((it) => [it[1], it[2]]),
  )
  const [, list = ''] = /const DOMAINS[^=]*= \[(.*?)\]/s.exec(text) ?? []
  return (list.match(/\w+/g) ?? []).flatMap((name) => folders.get(name) ?? [])
}

/** The layers of the server. */
export const LAYERS = ['platform', 'settings', 'ports', 'domains', 'http', 'pages', 'top']

/** Files directly in server/ and their layer. */
export const ROOT_FILES: Record<string, string> = {
  'app.ts': 'top',
  'composition.ts': 'top',
  'providers.ts': 'top',
  'registered.ts': 'top',
  'monitoring.ts': 'top',
  'start.ts': 'top',
  'main.ts': 'top',
}

/** Folders of implementations: they import platform and ports, and only these files import them. */
export const IMPLEMENTATIONS = ['adapters', 'sandbox']
export const COMPOSERS = [
  'server/composition.ts',
  'server/providers.ts',
  'server/registered.ts',
  'server/monitoring.ts',
  'server/start.ts',
]

/** The folders of the browser code, from the bottom up. */
export const WEB_LAYERS = ['ui', 'session', 'school', 'forms', 'features', 'layout', 'routes']

/** Folders of the browser code that hold no modules, or modules of the build. */
export const WEB_FOLDERS = ['fonts', 'pictures', ...WEB_LAYERS]

/** Features that belong to no domain of the server. */
export const WEB_FEATURES = [...['email-links', 'homes', 'instructors', 'runs', 'sign-in'], ...DOMAINS]

/** Files of texts and rows, without logic: they may be long. */
export const DATA_FILES = ['demo/class-texts.ts', 'demo/materials.ts']
