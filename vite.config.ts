import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin, runnerImport } from 'vite'

const contractApi = fileURLToPath(new URL('./contract/api.ts', import.meta.url))
const plainEnglish = fileURLToPath(new URL('./contract/values/validation-messages.ts', import.meta.url))

/**
 * Leaves the schemas of the calls, and 25 KB of zod, out of the browser's code: a call needs its method and path only.
 * Forms import the schemas that they check from the contract's other files.
 */
function callsWithoutSchemas(): Plugin {
  return {
    name: 'calls-without-schemas',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async load(id) {
      if (id !== contractApi) return
      this.addWatchFile(contractApi)
      const { module } = await runnerImport<typeof import('./contract/api.ts')>(contractApi)
      return `export const api = {}
for (const line of ${JSON.stringify(listCalls(module.api))}.split('\\n')) {
  const [method, ...calls] = line.split(' ')
  for (const call of calls) {
    const at = call.indexOf('/')
    api[call.slice(0, at)] = { method, path: call.slice(at) }
  }
}`
    },
  }
}

/**
 * Returns a line per method with the name and path of each call: `GET getSchool/school …`. Every page loads it, so it is short, and sorted by
 * path, which compresses best.
 */
function listCalls(api: Record<string, { method: string; path: string }>): string {
  const calls = Object.entries(api).sort(([, a], [, b]) => (a.path < b.path ? -1 : 1))
  const lines = Object.entries(Object.groupBy(calls, ([, { method }]) => method))
  const toWords = ([method, ofMethod = []]: (typeof lines)[number]) => [
    method,
    ...ofMethod.map(([name, { path }]) => name + path),
  ]
  return lines.map((line) => toWords(line).join(' ')).join('\n')
}

/** Replaces zod's English messages by ours, also in the development server's bundle of zod. */
function validationMessages(): Plugin {
  return {
    name: 'validation-messages',
    enforce: 'pre',
    resolveId: (id, importer) => (id === '../locales/en.js' && importer?.includes('/zod/') ? plainEnglish : undefined),
  }
}

/** The folders of what several pages share. Their own files are on every page; each subfolder is a chunk of its name. */
const SHARED = 'web/(?:ui|layout|school|session)'
const SUBFOLDER = new RegExp(`/${SHARED}/([\\w-]+)/`)

/** Few chunks: many small files would queue up on a slow connection. */
const chunkGroups = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
    minShareCount: 1,
    priority: 3,
  },
  { name: 'site', test: new RegExp(`/${SHARED}/[^/]+\\.tsx?$`), minShareCount: 1, priority: 2 },
  { name: 'queries', test: /node_modules\/@tanstack\//, priority: 2 },
  { name: (id: string) => SUBFOLDER.exec(id)?.[1] ?? null, priority: 1 },
]

export default defineConfig({
  plugins: [callsWithoutSchemas(), validationMessages(), tailwindcss(), reactRouter()],
  // Nothing as data: URL: the content security policy takes fonts and scripts from our own address only.
  build: { assetsInlineLimit: 0 },
  // Known from the start, so that development does not reload when a page first needs one.
  optimizeDeps: {
    include: ['@tanstack/react-query', 'react-hook-form', '@hookform/resolvers/zod', 'zod'],
    rolldownOptions: { plugins: [validationMessages()] },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { minShareCount: 2, groups: chunkGroups } },
        },
      },
    },
  },
})
