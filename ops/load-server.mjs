/**
 * Loads every module of the server and of the demo, and the built pages: then Node's compile cache has them. For each TypeScript file that
 * it lacks, Node removes the types with a program of WebAssembly, which takes 15 MB.
 */
import { globSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'

/** Needs packages that an operator does not install. */
const DEVELOPMENT = 'server/pages/development.ts'

if (!getCompileCacheDir()) {
  console.error('This user may not write to node_modules/.cache/node.')
  process.exit(1)
}
const sources = globSync(['server/**/*.ts', 'demo/**/*.ts'], {
  cwd: join(import.meta.dirname, '..'),
  exclude: ['**/*.test.ts', DEVELOPMENT],
})
for (const path of [...sources, 'build/server/index.js']) await import(`../${path}`)
