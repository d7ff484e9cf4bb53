import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  describe as describeFigures,
  type Figures,
  measureFile,
  measureFunctions,
  summarize,
} from './structure/figures.ts'
import {
  COMPOSERS,
  DATA_FILES,
  DOMAINS,
  IMPLEMENTATIONS,
  LAYERS,
  ROOT_FILES,
  WEB_FEATURES,
  WEB_FOLDERS,
  WEB_LAYERS,
} from './structure/layers.ts'
import { listClauses, listFunctions } from './structure/names.ts'
import { ROOT, readSources } from './structure/source.ts'
import { listForeignWrites, listTables } from './structure/tables.ts'

const sources = readSources('{contract,server,web,demo,testing,tests,bench,ops}/**/*.{ts,tsx}')
const files = sources.filter(({ path }) => !/\.(test|spec)\.tsx?$/.test(path))
const product = files.filter(({ path }) => /^(contract|server|web)\//.test(path))

interface Arrow {
  from: string
  to: string
}

/** All imports between our own modules, types included. */
const arrows: Arrow[] = files.flatMap(({ path, imports }) => imports.map((target) => ({ from: path, to: target })))

/** Lists the arrows that a rule forbids, as text. */
function list(isForbidden: (arrow: Arrow) => boolean): string[] {
  return arrows.filter(isForbidden).map(({ from, to }) => `${from} → ${to}`)
}

const inFolder = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`))

/** Returns the place of a file in a list of folders below `parent`, or -1. The innermost folder counts. */
const rank = (path: string, parent: string, folders: string[]) =>
  folders.indexOf(
    folders
      .filter((folder) => inFolder(path, `${parent}/${folder}`))
      .sort()
      .at(-1) ?? '',
  )

function findLayer(path: string): number {
  const [, folder = '', ...rest] = path.split('/')
  return LAYERS.indexOf(rest.length === 0 ? (ROOT_FILES[folder] ?? '') : folder)
}

const isServer = (path: string) => inFolder(path, 'server')
const isImplementation = (path: string) => IMPLEMENTATIONS.some((folder) => inFolder(path, `server/${folder}`))

describe('the three roots', () => {
  it('have browser code and server code that never import each other', () => {
    const others = ['demo', 'testing', 'tests', 'bench', 'ops']
    expect(list(({ from, to }) => inFolder(from, 'web') && inFolder(to, 'server', ...others))).toEqual([])
    const uses = ['server/start.ts demo/open.ts', 'server/composition.ts demo/examples.ts']
    const demo = ({ from, to }: Arrow) => uses.includes(`${from} ${to}`)
    expect(list((arrow) => isServer(arrow.from) && inFolder(arrow.to, 'web', ...others) && !demo(arrow))).toEqual([])
  })

  it('have a contract that imports nothing but zod', () => {
    expect(list(({ from, to }) => inFolder(from, 'contract') && !inFolder(to, 'contract'))).toEqual([])
    const packages = files.filter(({ path }) => inFolder(path, 'contract')).flatMap((file) => file.packages)
    expect(new Set(packages)).toEqual(new Set(['zod']))
  })
})

describe('the server', () => {
  it('has no folder and no file at its top that tests/structure/layers.ts does not list', () => {
    const folders = [...LAYERS.filter((layer) => layer !== 'top'), ...IMPLEMENTATIONS]
    expect(listUnknown('server', [...folders, ...Object.keys(ROOT_FILES)])).toEqual([])
    expect(listUnknown('server/domains', [...DOMAINS, 'domain.ts', 'index.ts'])).toEqual([])
  })

  it(`has layers that import downwards only: ${LAYERS.toReversed().join(' → ')}`, () => {
    const isLayered = (path: string) => isServer(path) && !isImplementation(path)
    expect(list(({ from, to }) => isLayered(from) && isLayered(to) && findLayer(to) > findLayer(from))).toEqual([])
  })

  it('has adapters and a sandbox that only composition.ts and start.ts import', () => {
    const isOutside = ({ from, to }: Arrow) => isServer(from) && !isImplementation(from) && isImplementation(to)
    expect(list((arrow) => isOutside(arrow) && !COMPOSERS.includes(arrow.from))).toEqual([])
  })

  it('has adapters and a sandbox that import ports, settings and platform only, and not each other', () => {
    const isAllowed = (from: string, to: string) =>
      findLayer(to) === LAYERS.indexOf('platform') ||
      findLayer(to) === LAYERS.indexOf('settings') ||
      findLayer(to) === LAYERS.indexOf('ports') ||
      IMPLEMENTATIONS.some((folder) => inFolder(from, `server/${folder}`) && inFolder(to, `server/${folder}`))
    expect(list(({ from, to }) => isImplementation(from) && isServer(to) && !isAllowed(from, to))).toEqual([])
  })

  it('has domains that call one another in one order; later tables may be read in a join', () => {
    const domain = (path: string) => rank(path, 'server/domains', DOMAINS)
    const isUpwards = ({ from, to }: Arrow) => domain(from) >= 0 && domain(to) > domain(from)
    expect(list((arrow) => isUpwards(arrow) && !arrow.to.endsWith('.table.ts'))).toEqual([])
  })

  it('has tables that only their own domain writes', () => {
    const tables = files.filter(({ path }) => path.endsWith('.table.ts')).flatMap(listTables)
    const server = files.filter(({ path }) => isServer(path))
    expect(server.flatMap((file) => listForeignWrites(file, tables))).toEqual([])
  })

  it('has one verb that ends enrolments and returns their seats, and readers that leave ended ones out', () => {
    const server = files.filter(({ path }) => isServer(path) && !path.endsWith('.table.ts'))
    const own = 'server/domains/enrolments/enrolments.ts'
    const where = (pattern: RegExp) => server.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
    expect(where(/\bendReason: |taken: -|end_reason\s*=/)).toEqual([own])
    expect(where(/delete\(enrolments\)|delete from (\$\{)?enrolments/)).toEqual([
      'server/domains/enrolments/imported-enrolments.ts',
    ])
    const readers = server.filter(({ text }) => /\benrolments\b[^'"]*} from '[^']*enrolments\.table\.ts'/.test(text))
    const unfiltered = readers.filter(({ text }) => !/\bisActive\b/.test(text)).map(({ path }) => path)
    // They show or keep ended enrolments too, or tell the verb which ones to end.
    expect(unfiltered).toEqual([
      'server/domains/coupons/redemptions.ts',
      'server/domains/enrolments/enrolment-news.ts',
      'server/domains/enrolments/imported-enrolments.ts',
      'server/domains/payments/choice-seats.ts',
      'server/domains/payments/choices.ts',
      'server/domains/payments/payment-responses.ts',
      'server/domains/payments/refund-sending.ts',
      'server/domains/users/imported-users.ts',
    ])
  })

  it('has one verb that changes seats, so that who waits is offered each that becomes free, and one function that offers them', () => {
    const server = files.filter(({ path }) => isServer(path) && !path.endsWith('.table.ts'))
    const where = (pattern: RegExp) => server.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
    const seats = 'server/domains/classes/runs/seats.ts'
    expect(
      where(
        /update\(runs\)(?!\s*\.set\(\{ sequence)|update (\$\{)?runs\}? set .*\b(seats|held|enroll|offers|waiting|returns)\b/,
      ),
    ).toEqual([seats])
    expect(where(/\bfollow\b.* from '[^']*waiting\/offers\.ts'/)).toEqual(['server/composition.ts'])
    expect(where(/\bofferSeats\(/)).toEqual(['server/platform/database/transaction.ts'])
    // The states of entries change by their transitions, which count seats.
    expect(where(/update\(waitingEntries\)[^;]*\bstate:/)).toEqual(['server/domains/waiting/entry-states.ts'])
  })

  it('has one reader of the environment', () => {
    const readers = product.filter(({ path, text }) => isServer(path) && text.includes('process.env'))
    const allowed = ['server/main.ts', 'server/settings/settings.ts']
    expect(readers.map(({ path }) => path).filter((path) => !allowed.includes(path))).toEqual([])
  })
})

describe('the browser code', () => {
  it('has no folder that tests/structure/layers.ts does not list', () => {
    expect(listUnknown('web', WEB_FOLDERS, { files: false })).toEqual([])
    expect(listUnknown('web/features', WEB_FEATURES)).toEqual([])
  })

  it(`has layers that import downwards only: ${WEB_LAYERS.toReversed().join(' → ')}`, () => {
    const layer = (path: string) => rank(path, 'web', WEB_LAYERS)
    expect(list(({ from, to }) => layer(from) >= 0 && layer(to) > layer(from))).toEqual([])
  })

  it('has one mark for what unfolds, that of web/ui/disclosure.css', () => {
    const tags = product.flatMap(({ path, text }) =>
      [...text.matchAll(/<details\b.{0,40}/g)].map(([tag]) => `${path}: ${tag}`),
    )
    expect(tags.length).toBeGreaterThan(9)
    expect(tags.filter((tag) => !tag.includes('className="disclosure'))).toEqual([])
  })
})

describe('all code', () => {
  it('has no circle of imports, types included', () => {
    expect(findCircles()).toEqual([])
  })

  it('asks what an identity provider offers, never which one it is, outside of identity', () => {
    const identity =
      /^(server\/(settings|adapters)\/|server\/(providers|composition)\.ts|web\/session\/(firebase|hosted)\/|contract\/sign-in\.ts)/
    const application = files.filter(({ path }) => /^(server|web|contract)\//.test(path))
    const named = application.filter(({ path, text }) => !identity.test(path) && /firebase/i.test(text))
    expect(named.map(({ path }) => path)).toEqual([])
  })

  it('has no folder or file for things without a name', () => {
    const names = sources.filter(({ path }) => /(^|\/)(utils?|misc|helpers?|common|shared)(\/|\.|-)/i.test(path))
    expect(names.map(({ path }) => path)).toEqual([])
  })

  it('has files and functions of readable length', () => {
    const fileFigures = summarize(product.map(measureFile))
    const functionFigures = summarize(product.flatMap(measureFunctions))
    console.log(describeFigures('files', fileFigures))
    console.log(describeFigures('functions', functionFigures))
    expect(exceeds(fileFigures, { p95: 250, longest: 400 })).toEqual([])
    expect(exceeds(functionFigures, { p95: 25, longest: 60 })).toEqual([])
    const longest = summarize(files.filter(({ path }) => !DATA_FILES.includes(path)).map(measureFile)).longest
    expect(longest.lines, longest.name).toBeLessThanOrEqual(400)
  })

  it('has few small files that exist for one file beside them: at most 30', () => {
    const importers = Map.groupBy(arrows, ({ to }) => to)
    const isSmall = files.filter((file) => {
      if (/\.(table|routes|rules|built)\.ts$|\/index\.ts$/.test(file.path)) return false
      const [importer, ...others] = new Set(importers.get(file.path)?.map(({ from }) => from))
      return importer && others.length === 0 && dirname(importer) === dirname(file.path) && measureFile(file).lines < 40
    })
    console.log(`small files with one importer beside them: ${isSmall.length}`)
    expect(isSmall.length, isSmall.map(({ path }) => path).join(', ')).toBeLessThanOrEqual(30)
  })

  it('has functions with verbs as names: none ends with Of', () => {
    const names = sources.flatMap((file) => listFunctions(file).map((name) => `${file.path}: ${name}`))
    expect(names.filter((name) => /: [a-z]\w*Of$/.test(name))).toEqual([])
  })

  it('has docstrings that begin with a verb or a noun phrase: none with What, Whether or How', () => {
    const scripts = readSources('{contract,server,web,demo,testing,tests,bench,ops}/**/*.mjs')
    expect([...sources, ...scripts].flatMap(listClauses)).toEqual([])
  })
})

/** Names each figure that is above its limit. */
function exceeds({ p95, longest }: Figures, limit: { p95: number; longest: number }): string[] {
  const actual = { p95, longest: longest.lines }
  return (Object.keys(limit) as (keyof typeof limit)[])
    .filter((name) => actual[name] > limit[name])
    .map((name) => `${name}: ${actual[name]} lines, at most ${limit[name]} (longest: ${longest.name})`)
}

/** Lists the entries of a folder that are not listed; styles do not count. */
function listUnknown(folder: string, listed: string[], { files = true } = {}): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => (files || entry.isDirectory()) && !listed.includes(entry.name) && !entry.name.endsWith('.css'))
    .map(({ name }) => `${folder}/${name}`)
}

/** Walks through the imports depth first and lists the circles that it meets. */
function findCircles(): string[] {
  const imports = new Map(files.map((file) => [file.path, file.imports.filter((path) => existsSync(join(ROOT, path)))]))
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
    if (done.has(path) || trail.includes(path)) return
    for (const target of imports.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }
  for (const path of imports.keys()) visit(path, [])
  return circles
}
