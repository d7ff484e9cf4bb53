import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin, runnerImport } from 'vite'

const reactHookForm = fileURLToPath(import.meta.resolve('react-hook-form'))

const contractApi = fileURLToPath(new URL('./contract/api.ts', import.meta.url))

/**
 * The browser needs a call's method and path only. Its schemas, 25 KB of zod with them, stay on the server;
 * what the browser does check (forms) it imports from the contract's other files.
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
      const calls = Object.entries(module.api).map(([name, { method, path }]) => [name, { method, path }])
      return `export const api = ${JSON.stringify(Object.fromEntries(calls))}`
    },
  }
}

/**
 * One file each for the framework, for what all pages share, and for what only pages of lists, of longer forms or of texts do:
 * some thirty crumbs would queue up on a slow phone.
 */
const LISTS =
  'ui/(table|query-list|paged-list|paged-query|list-state|pager|search-box|sorting|choice|export-button|save-as-file)'
const CHARTS = 'ui/bar-chart'
const FORMS = 'ui/(text-area|into-sight|mine-or-theirs|changed-by|use-unsaved|use-as-now)'
const TEXTS = [
  'ui/(standing|prose|email-address)',
  'layout/(greeting|side-menu|text-page)',
  'school/school-email',
  'session/role-guard',
].join('|')
const chunkGroups = [
  { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
  {
    name: 'site',
    test: new RegExp(
      `web/(?!${CHARTS}|${LISTS}|${FORMS}|${TEXTS})(ui|layout|school|session)/|(web|contract)/(api|call|endpoint|fault-of-ours|retry|token|transport)\\.ts`,
    ),
    priority: 1,
  },
  { name: 'lists', test: new RegExp(`web/(${LISTS})\\.`) },
  { name: 'forms', test: new RegExp(`web/(${FORMS})\\.`) },
  { name: 'texts', test: new RegExp(`web/(${TEXTS})`) },
]

export default defineConfig({
  // The hooks that only the long forms use, from a second reading of the library: it is one file, and would come with every form.
  resolve: { alias: { 'react-hook-form/parts': `${reactHookForm}?parts` } },
  plugins: [callsWithoutSchemas(), tailwindcss(), reactRouter()],
  // Nothing as data: URL: the content security policy takes fonts and scripts from our own address only.
  build: { assetsInlineLimit: 0 },
  // Known from the start, so that development does not reload when a page first needs one.
  optimizeDeps: { include: ['@tanstack/react-query', 'react-hook-form', '@hookform/resolvers/zod', 'zod'] },
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
