/** `npm test`: installs and builds what is needed, then runs every check and every test. Arguments go to tests/run.ts. */
import { ensureDebianPackages } from './debian.mjs'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled, NODE, run } from './install.mjs'

ensureInstalled()
ensureDebianPackages('chromium-headless-shell', 'postgresql')
ensureBuilt()
run(NODE, ['tests/run.ts', ...process.argv.slice(2)])
