/** `npm run cluster`: a demo school on three instances behind nginx, with PgBouncer, PostgreSQL and a bucket of its own. */
import { spawn } from 'node:child_process'
import { ensureDebianPackages } from './debian.mjs'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled, NODE, ROOT } from './install.mjs'

ensureInstalled()
ensureDebianPackages('pgbouncer', 'nginx')
ensureBuilt()

const cluster = spawn(NODE, ['ops/cluster/run.ts'], { cwd: ROOT, stdio: 'inherit' })
// Ctrl-C reaches the whole process group; a signal to this process alone is passed on.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => cluster.kill('SIGTERM'))
cluster.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
