/**
 * `npm run outdated`: lists the direct dependencies that are behind the newest version, and exits with 1 if there are any. The
 * `latest` tag of a registry may lag behind, so that the list of versions decides. Versions in HELD are not counted.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { compareVersions, findNewest } from './outdated/versions.ts'

/** Packages that stay below a version, with the reason. */
const HELD: Record<string, { below: string; reason: string }> = {
  node: { below: '25.0.0', reason: 'a new major of Node needs a run of every test and benchmark' },
  '@types/node': { below: '25.0.0', reason: 'it describes the Node that runs' },
  'react-router': { below: '8.5.0', reason: 'it belongs to @react-router/dev, which has no 8.5' },
  '@react-router/node': { below: '8.5.0', reason: 'it belongs to @react-router/dev, which has no 8.5' },
  'pg-boss': {
    below: '12.38.0',
    reason: '12.38.0 does not install: it needs a version of a package that does not exist',
  },
  vite: {
    below: '8.4.0',
    reason: 'it names an optional package that the registry does not have, so that `npm ci` fails',
  },
  ...Object.fromEntries(
    ['core', 'resources', 'sdk-trace'].map((name) => [
      `@opentelemetry/${name}`,
      { below: '3.1.1', reason: 'the exporter 0.301.0 takes 3.1.0, and each other version is installed seven times' },
    ]),
  ),
}

const { dependencies, devDependencies } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))

const rows = await pLimit(4).map(
  Object.entries<string>({ ...dependencies, ...devDependencies }),
  async ([name, current]) => {
    const { stdout } = await promisify(execFile)('npm', ['view', name, 'versions', '--json'])
    const versions = [JSON.parse(stdout)].flat() as string[]
    return { name, current, newest: findNewest(versions, HELD[name]?.below) ?? current }
  },
)
const outdated = rows.filter(({ current, newest }) => compareVersions(newest, current) > 0)

for (const { name, current, newest } of outdated) console.log(`${name} ${current} → ${newest}`)
for (const [name, { below, reason }] of Object.entries(HELD)) console.log(`${name} stays below ${below}: ${reason}`)
console.log(
  outdated.length === 0 ? 'Every direct dependency is at its newest version.' : `${outdated.length} outdated.`,
)
process.exitCode = outdated.length === 0 ? 0 : 1
