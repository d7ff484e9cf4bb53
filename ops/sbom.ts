/**
 * `npm run sbom`: prints a bill of materials (CycloneDX) of an installation without development packages, with those of them whose code is in the
 * bundles of the server and of the browser. It needs a build.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of CycloneDX 1.5 that are read. */
interface Bill {
  metadata: { component: { 'bom-ref': string } }
  components: { 'bom-ref': string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

interface LockedPackage {
  version: string
  resolved: string
  /** The algorithm and the hash in base64. */
  integrity: string
  license?: string
}

const ROOT = join(import.meta.dirname, '..')
const readJson = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
const locked: Record<string, LockedPackage> = readJson('package-lock.json').packages

/** Builds a component as `npm sbom` does, which fails for an installation with development packages where one of them asks for `latest`. */
function toComponent(name: string, path: string, { version, resolved, integrity, license }: LockedPackage) {
  return {
    'bom-ref': `${name}@${version}`,
    ...{ type: 'library', name, version, scope: 'required' },
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    properties: [
      { name: 'cdx:npm:package:path', value: path },
      { name: 'cdx:npm:package:bundled', value: 'true' },
    ],
    externalReferences: [{ type: 'distribution', url: resolved }],
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
    ...(license && { licenses: [{ license: { id: license } }] }),
  }
}

const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 } as const
const bill: Bill = JSON.parse(execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--omit=dev'], options))
const listed = new Set(bill.components.map((component) => component['bom-ref']))
const notices: { name: string; version: string }[] = ['app', 'client'].flatMap((part) =>
  readJson(`build/${part}/licenses.json`),
)
const missing = new Map(notices.map((notice) => [`${notice.name}@${notice.version}`, notice]))
for (const ref of listed) missing.delete(ref)
for (const [ref, { name, version }] of missing) {
  const found = Object.entries(locked).find(
    ([path, row]) => path.endsWith(`node_modules/${name}`) && row.version === version,
  )
  if (!found) throw new Error(`package-lock.json lacks ${ref}`)
  bill.components.push(toComponent(name, ...found))
  bill.dependencies.push({ ref, dependsOn: [] })
}
const root = bill.dependencies.find(({ ref }) => ref === bill.metadata.component['bom-ref'])
root?.dependsOn.push(...missing.keys())
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`)
