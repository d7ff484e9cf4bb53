/** `npm start`: installs if needed, builds if needed, and runs the server. `--dev` runs it with hot reload instead. */
import { spawn } from 'node:child_process'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled, NODE, ROOT } from './install.mjs'
import { DEVELOPMENT_ARGUMENTS, SERVER_ARGUMENTS, SERVER_ENVIRONMENT } from './server-arguments.mjs'

ensureInstalled()
const isDevelopment = process.argv.includes('--dev')
if (!isDevelopment) ensureBuilt()

const NODE_ENV = isDevelopment ? 'development' : 'production'
const server = spawn(NODE, isDevelopment ? DEVELOPMENT_ARGUMENTS : SERVER_ARGUMENTS, {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...SERVER_ENVIRONMENT, ...process.env, NODE_ENV },
})
// Ctrl-C reaches the whole process group; a signal to this process alone is passed on.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => server.kill('SIGTERM'))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
