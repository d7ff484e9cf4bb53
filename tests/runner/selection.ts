/** Finds the tests that a name on the command line means. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './tools.ts'

export interface Selection {
  vitest: string[]
  playwright: string[]
  /** Matches the titles to run; without it the whole files run. */
  title?: string
}

/** Selects by file path; where no path has any of the names, by title. A title is searched in files that have all its words. */
export function select(names: string[]): Selection {
  const vitest = globSync('{contract,server,web,demo,tests}/**/*.test.{ts,tsx}', { cwd: ROOT })
  const playwright = globSync('tests/e2e/**/*.spec.ts', { cwd: ROOT })
  const selectFiles = (matches: (file: string) => boolean) => ({
    vitest: vitest.filter(matches),
    playwright: playwright.filter(matches),
  })
  const paths = names.map((name) => name.replace(/^\.\//, '').replace(`${ROOT}/`, ''))
  const byPath = selectFiles((file) => paths.some((path) => file.includes(path)))
  if (byPath.vitest.length + byPath.playwright.length > 0) return byPath
  return { ...selectFiles((file) => hasWords(file, names)), title: names.map(escapeRegExp).join('|') }
}

function hasWords(file: string, names: string[]): boolean {
  const source = readFileSync(join(ROOT, file), 'utf8')
  return names.some((name) => name.split(/\s+/).every((word) => source.includes(word)))
}

const escapeRegExp = (name: string) => name.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
