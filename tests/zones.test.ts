import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import moment from 'moment-timezone'
import { expect, it } from 'vitest'
import { buildZones } from '../ops/zones/build-zones.ts'
import { toClockTime } from '../server/platform/zoned-time.ts'
import facts from '../server/platform/zones/zones.json' with { type: 'json' }

const FILE = join(import.meta.dirname, '../server/platform/zones/zoneinfo64.res')
const DAY = 24 * 3_600_000

it('the rules of time zones that ship are those of the installed moment-timezone, byte by byte', () => {
  const { version, file } = buildZones()
  expect(facts.version).toBe(version)
  expect(file.equals(readFileSync(FILE)), 'npm run update-zones writes the file again').toBe(true)
})

it('Node reads them: in every zone clocks show what moment-timezone says, every ten days for years', () => {
  expect(process.versions.tz).toBe(facts.version)
  const differences: string[] = []
  for (const name of moment.tz.names()) {
    const zone = moment.tz.zone(name)
    for (let at = Date.UTC(2024, 0); at < Date.UTC(2031, 0); at += 10 * DAY) {
      const expected = new Date(at - Math.round((zone?.utcOffset(at) ?? Number.NaN) * 60) * 1_000).toISOString()
      if (toClockTime(at, name) !== expected.slice(0, 16)) differences.push(`${name} at ${new Date(at).toISOString()}`)
    }
  }
  expect(differences).toEqual([])
})
