/** `npm run migration -- NAME`: writes the next migration from the differences between the tables and the last snapshot. */
import { spawnSync } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const [name = ''] = process.argv.slice(2)

if (/^[a-z][a-z0-9_]*$/.test(name)) {
  const { status } = spawnSync(join(ROOT, 'node_modules/.bin/drizzle-kit'), ['generate', '--name', name], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  // drizzle-kit compares with the newest snapshot only.
  const snapshots = globSync('server/platform/database/migrations/meta/*_snapshot.json', { cwd: ROOT }).sort()
  for (const older of snapshots.slice(0, -1)) rmSync(join(ROOT, older))
  process.exitCode = status ?? 1
} else {
  console.error('Name the migration in lower case with underscores: npm run migration -- add_coupons')
  process.exitCode = 1
}
