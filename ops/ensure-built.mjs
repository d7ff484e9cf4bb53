/** Builds the pages and bundles the server, each if one of its sources has changed since the last time. */
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, run } from './install.mjs'
import { runOneAtATime } from './one-at-a-time.mjs'

/**
 * @typedef {object} Part
 * @property {string} message
 * @property {string} script of package.json
 * @property {string[]} sources files, and folders with what counts of the files below
 * @property {RegExp} counts
 * @property {string} stamp where the hash of the sources is kept
 */

/** @type {Part} */
const PAGES = {
  message: 'Building the pages …',
  script: 'build:pages',
  sources: [
    'web',
    'public',
    'contract',
    'ops/compress.ts',
    'vite.config.ts',
    'react-router.config.ts',
    'package-lock.json',
  ],
  counts: /(?<!\.test\.tsx?)$/,
  stamp: join(ROOT, 'build/made-from'),
}

/** @type {Part} */
const SERVER = {
  message: 'Bundling the server …',
  script: 'build:server',
  sources: ['contract', 'server', 'demo', 'ops', 'vite.server.config.ts', 'package-lock.json'],
  counts: /(?<!\.test)\.(ts|json)$/,
  stamp: join(ROOT, 'build/app/made-from'),
}

/** Builds the pages and the server, each if one of its sources has changed since the last build. */
export function ensureBuilt() {
  ensureMade(PAGES)
  ensureMade(SERVER)
}

/** Bundles the server and the commands if one of their sources has changed. A user who may not write here uses what there is. */
export function ensureServerBuilt() {
  const folder = join(ROOT, 'build')
  if (!existsSync(folder) || isWritable(folder)) ensureMade(SERVER)
}

/** @param {string} path */
function isWritable(path) {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** @param {Part} part */
function ensureMade({ message, script, sources, counts, stamp }) {
  const hash = hashFiles(sources.flatMap((path) => listFiles(path, counts)))
  const isMade = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
  if (isMade()) return
  runOneAtATime(ROOT, () => {
    if (isMade()) return
    console.log(message)
    run('npm', ['run', '--silent', script])
    writeFileSync(stamp, hash)
  })
}

/** @param {string[]} paths */
function hashFiles(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(ROOT, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

/**
 * Lists a file, or the files below a folder that count, in a fixed order.
 * @param {string} path
 * @param {RegExp} counts
 * @returns {string[]}
 */
function listFiles(path, counts) {
  if (!statSync(join(ROOT, path)).isDirectory()) return [path]
  return readdirSync(join(ROOT, path), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const below = `${path}/${entry.name}`
      if (entry.isDirectory()) return listFiles(below, counts)
      return counts.test(below) ? [below] : []
    })
}
