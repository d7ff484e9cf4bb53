/** Installs what the lockfile lists. Runs on the host's own Node (20.11 or newer), before anything is installed. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runOneAtATime } from './one-at-a-time.mjs'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 11)) fail(`Node 20.11 or newer is needed; this is ${process.versions.node}.`)

export const ROOT = join(import.meta.dirname, '..')

/** The Node that the project installs. */
export const NODE = join(ROOT, 'node_modules/.bin/node')

/** Installs if node_modules differs from the lockfile. Ends the process with npm's code when npm fails. */
export function ensureInstalled() {
  if (isInstalled()) return
  runOneAtATime(ROOT, () => {
    if (isInstalled()) return
    console.log('Installing the packages of package-lock.json (a minute or two) …')
    // Not `npm ci`: it refuses a lockfile from a machine that could not get optional packages of other platforms.
    run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'])
  })
}

/**
 * Runs a command in the project's folder and shows its output. Ends the process with its code when it fails.
 * @param {string} command
 * @param {string[]} args
 */
export function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' })
  if (error) fail(`Could not run ${command}: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

/** Compares the lockfile with npm's record of what it installed. The record lacks optional packages of other systems. */
function isInstalled() {
  const record = join(ROOT, 'node_modules/.package-lock.json')
  if (!existsSync(record) || !existsSync(NODE)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  const locked = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages
  return Object.entries(locked).every(([path, entry]) => {
    if (path === '') return true
    return installed[path] ? installed[path].version === entry.version : entry.optional && !isForThisSystem(entry)
  })
}

/**
 * Returns whether an optional package is made for this operating system and processor, whatever its C library.
 * @param {{ os?: string[], cpu?: string[], libc?: string[] }} entry
 */
function isForThisSystem({ os, cpu, libc }) {
  return Boolean(!libc && os?.includes(process.platform) && cpu?.includes(process.arch))
}

/** @param {string} message */
function fail(message) {
  console.error(message)
  process.exit(1)
}
