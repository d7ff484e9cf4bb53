import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin, runnerImport } from 'vite'

const contractApi = fileURLToPath(new URL('./contract/api.ts', import.meta.url))

/** The modules of the calls in the browser's code: those that no public page makes are a chunk apart. */
const CALLS = { all: '\0calls', first: '\0calls/first', later: '\0calls/later' }
const STAFF = ['admin', 'staff', 'instructor']
/** Domains whose calls belong to the dashboard and the pages of links. */
const LATER = new Set(
  'access-tokens calendar contract-withdrawals credit critique orders payments setup vouchers'.split(' '),
)

/**
 * Leaves the schemas of the calls, and 25 KB of zod, out of the browser's code: a call needs its method and path only, and whether
 * anyone may make it.
 * Forms import the schemas that they check from the contract's other files.
 */
function callsWithoutSchemas(): Plugin {
  return {
    name: 'calls-without-schemas',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (id) => (Object.values(CALLS).includes(id) ? id : undefined),
    async load(id) {
      if (id === contractApi) return `export * as api from ${JSON.stringify(CALLS.all)}`
      if (id === CALLS.all)
        return [CALLS.first, CALLS.later].map((part) => `export * from ${JSON.stringify(part)}`).join('\n')
      if (id !== CALLS.first && id !== CALLS.later) return
      this.addWatchFile(contractApi)
      const { module } = await runnerImport<typeof import('./contract/api.ts')>(contractApi)
      const calls = Object.entries(module.api).filter(
        ([, { access, domain = '' }]) => (STAFF.includes(access) || LATER.has(domain)) === (id === CALLS.later),
      )
      return calls
        .map(([name, { method, path, access }]) => {
          const call = { method, path, ...(access === 'anyone' && { access }) }
          return `export const ${name} = ${JSON.stringify(call)}`
        })
        .join('\n')
    },
  }
}

/** Runs modules named `*.built.ts` now, and has their exports as data in the bundle: they read files. */
function builtModules(): Plugin {
  return {
    name: 'built-modules',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith('.built.ts')) return
      const { module } = await runnerImport<Record<string, unknown>>(id)
      return Object.entries(module)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n')
    },
  }
}

/** The folders of what several pages share. Their own files are on every page; each subfolder is a chunk of its name. */
const SHARED = 'web/(?:ui|layout|school|session)'
const SUBFOLDER = new RegExp(`/${SHARED}/([\\w-]+)/`)

/** Code shared by the catalogue's pages: classes, instructors and cards. */
const CATALOGUE =
  /contract\/(?:search-keys|levels)|features\/(?:classes\/card|instructors\/instructor-card|home\/admin-hint|images\/image-credit|pages\/article|calendar\/run-place)|ui\/(?:breadcrumb\/|rich-text\/|text\/(?:deadline|email-address))/

/** Code of the page of a class. */
const CLASS_VIEW = /features\/(?:classes\/page|terms\/terms-in-words)/

/** Code of the pages with a form for signing in. */
const SIGN_IN =
  /features\/sign-in\/(?!.*\.(?:view|rules))|pictures\/sign-in|session\/account\/|ui\/(?:validation|views)\//

/** The small files of requests that several pages of the dashboard share. */
const DASHBOARD_QUERIES = /features\/(?!cart\/|sign-in\/|waiting\/)[\w/-]+\.query\.ts$/

/**
 * Few chunks: many small files would queue up on a slow connection and compress worse, and each has headers. The framework is apart,
 * because a release seldom changes it.
 */
const chunkGroups = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
    minShareCount: 1,
    priority: 3,
  },
  {
    name: 'site',
    test: new RegExp(`/${SHARED}/[^/]+\\.tsx?$|/web/(?:root\\.tsx|not-found)`),
    minShareCount: 1,
    priority: 2,
  },
  { name: 'later-calls', test: /\0calls\/later/, priority: 2 },
  // Of the classes and the lists of the dashboard, which share nothing else. The picture of the classes is shown at few other places.
  { name: 'pager', test: /web\/(?:ui\/pager\/|pictures\/window-light)/, priority: 2 },
  { name: 'catalogue', test: CATALOGUE, minShareCount: 1, priority: 2 },
  { name: 'class-view', test: CLASS_VIEW, minShareCount: 1, priority: 2 },
  { name: 'sign-in', test: SIGN_IN, minShareCount: 1, priority: 2 },
  { name: 'queries', test: /node_modules\/@tanstack\//, priority: 2 },
  { name: 'edit-forms', test: /web\/forms\//, priority: 1 },
  { name: 'dashboard-queries', test: DASHBOARD_QUERIES, priority: 1 },
  { name: (id: string) => SUBFOLDER.exec(id)?.[1] ?? null, debugName: 'subfolders', priority: 1 },
]

/** Seven characters tell the versions of a script apart. The manifest has each name, and a hash does not compress. */
const SCRIPT_NAME = 'assets/[name]-[hash:7].js'

export default defineConfig({
  plugins: [callsWithoutSchemas(), builtModules(), tailwindcss(), reactRouter()],
  build: {
    // Nothing as data: URL: the content security policy takes fonts and scripts from our own address only.
    assetsInlineLimit: 0,
  },
  // Known from the start, so that development does not reload when a page first needs one.
  optimizeDeps: {
    include: ['@tanstack/react-query', 'react-hook-form', '@hookform/resolvers/zod', 'zod'],
  },
  environments: {
    client: {
      build: {
        // The notices of the packages in the scripts, which comments would repeat in each.
        license: { fileName: 'licenses.json' },
        rolldownOptions: {
          output: {
            codeSplitting: { minShareCount: 2, groups: chunkGroups },
            entryFileNames: SCRIPT_NAME,
            chunkFileNames: SCRIPT_NAME,
          },
        },
      },
    },
    // What one page loads later and another one at once is in the server's bundle anyway.
    ssr: { build: { rolldownOptions: { checks: { ineffectiveDynamicImport: false } } } },
  },
})
