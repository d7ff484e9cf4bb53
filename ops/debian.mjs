/** What tests and bench need of the machine: Chromium and PostgreSQL, installed from Debian's packages where that may be done. */

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { run } from './install.mjs'

const IS_THERE = {
  chromium: () => existsSync('/usr/bin/chromium'),
  'chromium-headless-shell': () => existsSync('/usr/bin/chromium-headless-shell'),
  postgresql: () => postgresFolders().some((folder) => existsSync(`${folder}/bin/initdb`)),
}

/** Installs those of `packages` that are not there, or says what to install. */
export function ensureDebianPackages(...packages) {
  const missing = packages.filter((name) => !IS_THERE[name]())
  if (missing.length === 0) return
  const mayInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  if (!mayInstall) {
    console.error(`This needs ${missing.join(' and ')}. On Debian: sudo apt-get install ${missing.join(' ')}`)
    process.exit(1)
  }
  console.log(`Installing ${missing.join(' and ')} …`)
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing])
}

function postgresFolders() {
  const root = '/usr/lib/postgresql'
  return existsSync(root) ? readdirSync(root).map((version) => `${root}/${version}`) : []
}
