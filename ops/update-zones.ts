/** `npm run update-zones`: installs the latest moment-timezone and writes its rules of time zones to the file that the server reads. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NODE, ROOT, run } from './install.mjs'

if (process.argv.includes('--write')) {
  const { buildZones } = await import('./zones/build-zones.ts')
  const { version, file } = buildZones()
  writeFileSync(join(ROOT, 'server/platform/zones/zoneinfo64.res'), file)
  const facts = { version, updated_on: new Date().toISOString().slice(0, 10) }
  writeFileSync(join(ROOT, 'server/platform/zones/zones.json'), `${JSON.stringify(facts, null, 2)}\n`)
  console.log(`The time zones are those of ${version}. Commit them with the lockfile, then restart the server.`)
} else {
  run('npm', ['install', '--save-dev', '--save-exact', '--no-audit', '--no-fund', 'moment-timezone@latest'])
  run(NODE, ['ops/update-zones.ts', '--write'])
}
