/** `npm run test:firebase`: installs Firebase's emulator in a folder of its own, and runs the browser tests of this identity provider. */
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDebianPackages } from './debian.mjs'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled, ROOT, run } from './install.mjs'

ensureInstalled()
ensureDebianPackages('chromium-headless-shell')
ensureBuilt()
ensureEmulator()
run(join(ROOT, 'node_modules/.bin/playwright'), ['test', '--config', 'tests/firebase/playwright.config.ts'])

/** Installs what ops/firebase lists to a folder that npm leaves alone, and that our checks of the sources do not read. */
function ensureEmulator() {
  const from = join(ROOT, 'ops/firebase')
  const folder = join(ROOT, 'node_modules/.firebase-emulator')
  const installed = join(folder, 'installed-from.json')
  const lockfile = join(from, 'package-lock.json')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(lockfile, 'utf8')) return
  console.log("Installing Firebase's emulator (a minute) …")
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(from, name), join(folder, name))
  // Its dependencies have no scripts that the emulator of sign-ins needs.
  run('npm', ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  cpSync(lockfile, installed)
}
