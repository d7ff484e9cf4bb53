import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const { dependencies, devDependencies } = JSON.parse(readText('package.json'))
const { packages } = JSON.parse(readText('package-lock.json'))

/** Returns the packages that a source imports at run time. */
function listPackages(source: string): string[] {
  const specifiers = [...source.matchAll(/^(?:import|export) (?!type )[^'"]*?from ['"]([^'"]+)['"]/gm)]
  const dynamic = [...source.matchAll(/import\(['"]([^'"]+)['"]\)/g)]
  return [...specifiers, ...dynamic]
    .map(([, specifier]) => specifier ?? '')
    .filter((specifier) => !/^(?:[.#]|node:)/.test(specifier))
    .map((specifier) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    )
}

describe('an installation without development packages', () => {
  it('has none of them, but for one that @fastify/swagger needs too', () => {
    const stay = Object.keys(devDependencies).filter((name) => !packages[`node_modules/${name}`]?.dev)
    expect(stay).toEqual(['yaml'])
  })

  it('has all that the server imports, but for what only a browser loads, what is bundled, and hot reload', () => {
    const sources = globSync(['server/**/*.ts', 'contract/**/*.ts', 'demo/**/*.ts'], { cwd: ROOT })
    const built = globSync('build/server/**/*.js', { cwd: ROOT })
    expect([sources.length > 100, built.length > 10]).toEqual([true, true])
    const running = [...sources.filter((path) => !path.includes('.test.')), ...built]
    const missing = running.flatMap((path) =>
      listPackages(readText(path))
        .filter((name) => !(name in dependencies))
        .map((name) => `${name} in ${path.replace(/-[\w-]+\.js$/, '')}`),
    )
    expect(missing.toSorted()).toEqual([
      '@contentauth/c2pa-wasm in server/domains/images/credentials.ts',
      '@firebase/app in build/server/assets/firebase',
      '@firebase/auth in build/server/assets/firebase',
      'fontkit in server/domains/vouchers/document/drawable-text.ts',
      'pdfkit in server/domains/vouchers/document/voucher-document.ts',
      'vite in server/pages/development.ts',
    ])
  })

  it('has all that the bundle imports, which has pdfkit with its packages itself', () => {
    const bundle = globSync('build/app/*.js', { cwd: ROOT })
    expect(bundle.length).toBeGreaterThan(10)
    const missing = bundle.flatMap((path) =>
      listPackages(readText(path)).filter((name) => packages[`node_modules/${name}`]?.dev),
    )
    expect(missing).toEqual(['vite'])
  })
})

it('the bill of materials and the notices have the development packages whose code is in the bundles', () => {
  const notices = ['app', 'client'].flatMap((part) => JSON.parse(readText(`build/${part}/licenses.json`)))
  const bill = JSON.parse(execFileSync(process.execPath, ['ops/sbom.ts'], { cwd: ROOT, encoding: 'utf8' }))
  const purls: string[] = bill.components.map(({ purl }: { purl: string }) => decodeURIComponent(purl))
  for (const name of ['pdfkit', 'fontkit', 'linebreak', '@contentauth/c2pa-wasm', '@firebase/auth']) {
    const notice = notices.find((one) => one.name === name)
    expect(notice, name).toMatchObject({ identifier: expect.stringMatching(/^(MIT|Apache-2\.0)$/) })
    expect(purls).toContain(`pkg:npm/${name}@${notice.version}`)
  }
  for (const { name, version } of notices) expect(purls).toContain(`pkg:npm/${name}@${version}`)
  expect(purls.filter((purl) => /\/(vitest|typescript|vite)@/.test(purl))).toEqual([])
}, 60_000)
