import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const files = globSync('{contract,server,web,demo,bench}/**/*.{ts,tsx}', { cwd: ROOT })
const code = files.filter((file) => !/\.test\.tsx?$/.test(file))

/** What each file imports from among our own, as paths from the root. Types count: a direction is a direction. */
const imports = new Map(code.map((file) => [file, importsOf(file, { types: true })]))

/** What is still imported when the code runs. */
const runtimeImports = new Map(code.map((file) => [file, importsOf(file, { types: false })]))

function importsOf(file: string, { types }: { types: boolean }): string[] {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const code = types ? source : source.replace(/^(import|export) type [^']*'[^']+'/gm, '')
  const named = [...code.matchAll(/(?:from|import)\s*\(?\s*'((?:\.{1,2}\/|#)[^']+)'/g)].map(([, name = '']) => name)
  return named
    .map((name) => (name.startsWith('#') ? name.slice(1) : normalize(join(dirname(file), name))))
    .map((path) => path.replace(/\?.*$/, ''))
}

/** The arrows that a rule forbids, readable. */
function arrows(from: RegExp, to: RegExp, except = /^$/): string[] {
  return [...imports].flatMap(([file, targets]) =>
    from.test(file)
      ? targets
          .filter((target) => to.test(target) && !except.test(`${file} → ${target}`))
          .map((target) => `${file} → ${target}`)
      : [],
  )
}

describe('the house', () => {
  it('has a browser and a server that never import each other', () => {
    expect(arrows(/^web\//, /^(server|demo|tests|bench)\//)).toEqual([])
    expect(arrows(/^server\//, /^(web|tests|bench)\//)).toEqual([])
  })

  it('has a contract that knows nothing but zod', () => {
    expect(arrows(/^contract\//, /^(?!contract\/)/)).toEqual([])
    const outside = files
      .filter((file) => file.startsWith('contract/') && !file.endsWith('.test.ts'))
      .flatMap((file) =>
        [...readFileSync(join(ROOT, file), 'utf8').matchAll(/from '([^.#'][^']*)'/g)].map(([, name]) => name),
      )
    expect(new Set(outside)).toEqual(new Set(['zod']))
  })

  it('has a demo that only the start of the server opens', () => {
    expect(arrows(/^server\//, /^demo\//, /^server\/open-doors\.ts → demo\/open\.ts$/)).toEqual([])
  })

  it('has domains that call one another in one direction, tables for reading aside', () => {
    const order = [
      'jobs',
      'mail',
      'newsletter',
      'home',
      'identity',
      'activity',
      'users',
      'pictures',
      'classes',
      'cart',
      'payments',
      'studio',
      'office',
      'account',
      'pages',
    ]
    for (const [at, domain] of order.entries()) {
      const later = order.slice(at + 1)
      if (later.length === 0) continue
      const upwards = new RegExp(`^server/(${later.join('|')})/(?!.*\\.table\\.ts$)`)
      expect(arrows(new RegExp(`^server/${domain}/`), upwards)).toEqual([])
    }
  })

  it('has a card sandbox that the school knows only as a provider', () => {
    expect(
      arrows(
        /^server\/(?!card-sandbox\/)/,
        /^server\/card-sandbox\//,
        /^server\/(school|parts)\.ts → server\/card-sandbox\/card-sandbox\.ts$/,
      ),
    ).toEqual([])
  })

  it('has a pretend third party that the school knows only as an issuer', () => {
    expect(
      arrows(
        /^server\/(?!demo-identity\/)/,
        /^server\/demo-identity\//,
        /^server\/(school|parts)\.ts → server\/demo-identity\/demo-identity\.ts$/,
      ),
    ).toEqual([])
  })

  it('has floors in the browser: routes above layout and features, features above ui, no arrow back up', () => {
    expect(arrows(/^web\/ui\//, /^web\/(features|routes|layout|session)\//)).toEqual([])
    expect(arrows(/^web\/features\//, /^web\/routes\//)).toEqual([])
  })

  it('has no circles', () => {
    const done = new Set<string>()
    const circles: string[] = []
    const visit = (file: string, path: string[]) => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      if (done.has(file) || path.includes(file)) return
      for (const target of runtimeImports.get(file) ?? []) visit(target, [...path, file])
      done.add(file)
    }
    for (const file of code) visit(file, [])
    expect(circles).toEqual([])
  })

  it('has one reader of the environment', () => {
    const readers = code.filter(
      (file) => file.startsWith('server/') && readFileSync(join(ROOT, file), 'utf8').includes('process.env'),
    )
    expect(readers.filter((file) => !['server/main.ts', 'server/settings.ts'].includes(file))).toEqual([])
  })

  it('has no drawer for what has no name', () => {
    expect(files.filter((file) => /(^|\/)(utils?|misc|helpers?|common|shared)(\/|\.|-)/i.test(file))).toEqual([])
  })

  it('has only files that a stranger can read at a sitting', () => {
    const long = files.filter((file) => readFileSync(join(ROOT, file), 'utf8').split('\n').length > 300)
    expect(long.filter((file) => file !== 'contract/api.ts')).toEqual([])
  })
})
