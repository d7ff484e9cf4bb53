/** `npm start`: installs if needed, builds if needed, and runs the school. `--dev` runs it with hot reload instead. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled, NODE, ROOT } from './install.mjs'

ensureInstalled()
const development = process.argv.includes('--dev')
if (!development) ensureBuilt()

const NODE_ENV = development ? 'development' : 'production'
const NODE_COMPILE_CACHE = join(ROOT, 'node_modules/.cache/node')
const school = spawn(NODE, ['--import', './ops/quick-imports.mjs', 'server/main.ts', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { NODE_COMPILE_CACHE, ...process.env, NODE_ENV },
})
// Ctrl-C reaches the whole group by itself; a signal sent to this process alone is passed on.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => school.kill('SIGTERM'))
school.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
