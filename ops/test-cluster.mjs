/** `npm run test:cluster`: installs and builds what is needed, then runs the tests of several instances. */
import { ensureDebianPackages } from './debian.mjs'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled, NODE, run } from './install.mjs'

ensureInstalled()
ensureDebianPackages('chromium-headless-shell', 'pgbouncer', 'nginx', 'prometheus')
ensureBuilt()
run(NODE, ['tests/cluster/run.ts', ...process.argv.slice(2)])
