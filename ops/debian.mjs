/** Provides Chromium and other servers for tests and bench: installs Debian packages where the user may do that. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run } from './install.mjs'

const IS_INSTALLED = {
  chromium: () => existsSync('/usr/bin/chromium'),
  'chromium-headless-shell': () => existsSync('/usr/bin/chromium-headless-shell'),
  khal: () => existsSync('/usr/bin/khal'),
  'python3-icalendar': () => existsSync('/usr/lib/python3/dist-packages/icalendar'),
  'fonts-liberation': () => existsSync('/usr/share/fonts/truetype/liberation'),
  nginx: () => existsSync('/usr/sbin/nginx'),
  pgbouncer: () => existsSync('/usr/sbin/pgbouncer'),
  prometheus: () => existsSync('/usr/bin/promtool'),
  wrk: () => existsSync('/usr/bin/wrk'),
}

/**
 * Installs the packages that are missing, or ends the process with a message that names them.
 * @param {...keyof typeof IS_INSTALLED} packages
 */
export function ensureDebianPackages(...packages) {
  const missing = packages.filter((name) => !IS_INSTALLED[name]())
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
