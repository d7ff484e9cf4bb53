/** Builds the pages if anything that they are made from has changed since the last build. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, run } from './install.mjs'

const SOURCES = [
  'web',
  'public',
  'contract',
  'ops/compress.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]
const STAMP = join(ROOT, 'build/made-from')

export function ensureBuilt() {
  const sources = fingerprint()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return
  console.log('Building the pages …')
  run('npm', ['run', '--silent', 'build'])
  writeFileSync(STAMP, sources)
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const source of SOURCES) addTo(hash, source)
  return hash.digest('hex')
}

function addTo(hash, path) {
  const absolute = join(ROOT, path)
  const entries = existsSync(absolute) ? readdirOrNull(absolute) : []
  if (entries) for (const entry of entries.sort()) addTo(hash, `${path}/${entry}`)
  else hash.update(path).update('\0').update(readFileSync(absolute)).update('\0')
}

function readdirOrNull(path) {
  try {
    return readdirSync(path)
  } catch (error) {
    if (error.code === 'ENOTDIR') return null
    throw error
  }
}
