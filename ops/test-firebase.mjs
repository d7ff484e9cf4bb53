/** `npm run test:firebase`: installs Firebase's emulator in a folder of its own, and runs the browser tests of this identity provider. */
import { join } from 'node:path'
import { ensureDebianPackages } from './debian.mjs'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled, ROOT, run } from './install.mjs'

ensureInstalled()
ensureDebianPackages('chromium-headless-shell')
ensureBuilt()
// Its dependencies have no scripts that the emulator of sign-ins needs.
run('npm', ['ci', '--prefix', 'ops/firebase', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
run(join(ROOT, 'node_modules/.bin/playwright'), ['test', '--config', 'tests/firebase/playwright.config.ts'])
