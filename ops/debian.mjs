/** What the tests need of the machine: Chromium and PostgreSQL, installed from Debian's packages where that may be done. */

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { run } from './install.mjs'

const NEEDED = [
  { package: 'chromium', isThere: () => existsSync('/usr/bin/chromium') },
  { package: 'postgresql', isThere: () => postgresFolders().some((folder) => existsSync(`${folder}/bin/initdb`)) },
]

export function ensureDebianPackages() {
  const missing = NEEDED.filter(({ isThere }) => !isThere()).map((needed) => needed.package)
  if (missing.length === 0) return
  const mayInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  if (!mayInstall) {
    console.error(`The tests need ${missing.join(' and ')}. On Debian: sudo apt-get install ${missing.join(' ')}`)
    process.exit(1)
  }
  console.log(`Installing ${missing.join(' and ')} for the tests …`)
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing])
}

function postgresFolders() {
  const root = '/usr/lib/postgresql'
  return existsSync(root) ? readdirSync(root).map((version) => `${root}/${version}`) : []
}
