/** `npm test`: installs and builds if needed, then runs every check and test, or those that the arguments name. */
import { ensureDebianPackages } from './debian.mjs'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled, NODE, run } from './install.mjs'

ensureInstalled()
ensureDebianPackages('chromium-headless-shell')
ensureBuilt()
run(NODE, ['tests/run.ts', ...process.argv.slice(2)])
