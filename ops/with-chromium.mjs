/** Installs and builds what is needed, Chromium too, and runs the script that is named: the bench, the screenshots. */
import { ensureDebianPackages } from './debian.mjs'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled, NODE, run } from './install.mjs'

ensureInstalled()
ensureDebianPackages('chromium', 'postgresql')
ensureBuilt()
run(NODE, process.argv.slice(2))
