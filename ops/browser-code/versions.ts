import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The versions that this folder was compared with. After an upgrade, compare what it changes, then write the version here. */
const COMPARED = { react: '19.3.1', 'react-dom': '19.3.1', scheduler: '0.28.0', 'react-router': '8.4.0' }

/**
 * Lists the packages whose installed version this folder was not compared with. With any of them, the browser's code is built whole: an
 * urgent upgrade does not wait, and a test names what is left to do.
 */
export function listNotCompared(): string[] {
  const versions = Object.entries(COMPARED).map(([name, compared]) => ({ name, compared, current: readVersion(name) }))
  return versions
    .filter(({ compared, current }) => current !== compared)
    .map(({ name, current }) => `${name} ${current}`)
}

function readVersion(name: string): string {
  const description = join(import.meta.dirname, '../../node_modules', name, 'package.json')
  return JSON.parse(readFileSync(description, 'utf8')).version
}
