/** Installs and builds what is needed, with Chromium and its fonts, and runs the script of the arguments: bench, screenshots. */
import { ensureDebianPackages } from './debian.mjs'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled, NODE, run } from './install.mjs'

ensureInstalled()
ensureDebianPackages('chromium', 'fonts-liberation')
ensureBuilt()
run(NODE, process.argv.slice(2))
