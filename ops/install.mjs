/** Brings node_modules to what the lockfile says. Runs on the host's own Node (20 or newer), before anything is installed. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

/** The Node that the project brings along. */
export const NODE = join(ROOT, 'node_modules/.bin/node')

/** Installs if node_modules is not what the lockfile says. Ends the process with npm's code when npm fails. */
export function ensureInstalled() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20) fail(`Node 20 or newer is needed; this is ${process.versions.node}.`)
  if (isInstalled()) return
  console.log('Installing what package-lock.json says (a minute or two) …')
  // Not `npm ci`: it refuses a lockfile that was made where optional packages for other platforms could not be had.
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'])
}

/** Runs a command in the project's folder, its output shown. Ends the process with its code when it fails. */
export function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' })
  if (error) fail(`${command} could not be run: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

/** npm keeps its own record of what it installed; an optional package of another platform is in the lockfile only. */
function isInstalled() {
  const record = join(ROOT, 'node_modules/.package-lock.json')
  if (!existsSync(record) || !existsSync(NODE)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    return path === '' || (installed[path] ? installed[path].version === version : optional)
  })
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
