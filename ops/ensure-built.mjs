/** Builds the pages if one of their sources has changed since the last build. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, run } from './install.mjs'
import { runOneAtATime } from './one-at-a-time.mjs'

const SOURCES = [
  'web',
  'public',
  'contract',
  'ops/browser-code',
  'ops/compress.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]
const STAMP = join(ROOT, 'build/made-from')

export function ensureBuilt() {
  const sources = hashSources()
  if (isBuiltFrom(sources)) return
  runOneAtATime(ROOT, () => {
    if (isBuiltFrom(sources)) return
    console.log('Building the pages …')
    run('npm', ['run', '--silent', 'build'])
    writeFileSync(STAMP, sources)
  })
}

/** @param {string} sources the hash of the sources */
function isBuiltFrom(sources) {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources
}

function hashSources() {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(listFiles)) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(ROOT, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

/**
 * Lists the files below a path in a fixed order, without tests.
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(path) {
  if (!statSync(join(ROOT, path)).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(join(ROOT, path))
    .sort()
    .flatMap((name) => listFiles(`${path}/${name}`))
}
