/** Installs and builds what is needed, with Chromium, its fonts and PostgreSQL, and runs the script of the arguments: bench, screenshots. */
import { ensureDebianPackages } from './debian.mjs'
import { ensureBuilt, ensureCompiled } from './ensure-built.mjs'
import { ensureInstalled, NODE, run } from './install.mjs'

ensureInstalled()
ensureDebianPackages('chromium', 'fonts-liberation', 'postgresql')
ensureBuilt()
ensureCompiled()
run(NODE, process.argv.slice(2))
