import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeEnrolment, makeRun } from '../../../demo/factories.ts'
import { ensureDebianPackages } from '../../../ops/debian.mjs'
import { openTestApplication, type TestApplication } from '../../../testing/application.ts'
import { teaching } from '../../../testing/instructor.ts'
import { runSessions } from '../classes/runs/runs.table.ts'
import { followRules } from './rule-changes.ts'

let application: TestApplication
const folder = mkdtempSync(join(tmpdir(), 'school-calendars-'))
beforeAll(async () => {
  ensureDebianPackages('khal', 'python3-icalendar')
  application = await openTestApplication()
}, 180_000)
afterAll(async () => {
  await application.close()
  await rm(folder, { recursive: true })
})

/** Their rules changed in 2025 and 2026, so that the rules of Debian's programs are other ones. */
const ZONES = [
  ...['America/Winnipeg', 'America/Inuvik', 'America/Vancouver', 'America/Edmonton'],
  ...['Africa/Casablanca', 'America/Havana', 'America/Asuncion', 'America/Coyhaique', 'Europe/Oslo'],
]
const HOUR = 3_600_000
const AT = Date.UTC(2037, 0, 16, 16)

/** Creates a run at 10:00 in each zone that was saved by rules of 2026c, and a student of all. Returns the path of their feed. */
async function makeFeed(): Promise<string> {
  const { db } = application.services
  const at = await teaching(application, { name: 'Far Light' })
  const student = await application.signedIn('student')
  for (const timeZone of ZONES) {
    const clocks = { starts: '2037-01-16T10:00', ends: '2037-01-16T12:00', zoneRules: '2026c' }
    const run = await makeRun(db, at.taught.id, { startsAt: AT, timeZone, placeName: timeZone, ...clocks })
    await db.update(runSessions).set(clocks).where(eq(runSessions.runId, run.id))
    await makeEnrolment(db, student.user, { ...at.taught, runId: run.id })
  }
  const { feed_url } = await student.call(api.renewCalendarFeed)
  return new URL(feed_url).pathname
}

/** Reads the clock time of each event, and its instant by the rules in the file. */
const SCRIPT = `
import json, sys
from icalendar import Calendar
calendar = Calendar.from_ical(open(sys.argv[1], 'rb').read())
zones = {str(zone['TZID']): zone.to_tz() for zone in calendar.walk('VTIMEZONE')}
print(json.dumps([{
  'zone': event['DTSTART'].params['TZID'],
  'clock': event['DTSTART'].dt.strftime('%Y-%m-%dT%H:%M'),
  'at': int(zones[event['DTSTART'].params['TZID']].localize(event['DTSTART'].dt.replace(tzinfo=None)).timestamp() * 1000),
  'sequence': int(event['SEQUENCE']),
} for event in calendar.walk('VEVENT')]))
`

function readByPython(path: string): { zone: string; clock: string; at: number; sequence: number }[] {
  return JSON.parse(execFileSync('/usr/bin/python3', ['-c', SCRIPT, path], { encoding: 'utf8' }))
}

/** Returns what khal shows of each event to a person in a zone. It has rules of its own, by which it shows other zones. */
function readByKhal(path: string, zone: string): string[] {
  const config = join(folder, 'khal.conf')
  writeFileSync(
    config,
    `[calendars]\n[[feed]]\npath = ${folder}/empty\n[locale]\nlocal_timezone = ${zone}\ndefault_timezone = ${zone}\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\ntimeformat = %H:%M\ndatetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\n`,
  )
  const args = ['-c', config, 'printics', '--format', '{location}: {start-long} to {end-long} {title}', path]
  const env = { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8' }
  return execFileSync('khal', args, { encoding: 'utf8', env }).split('\n')
}

it('python3-icalendar and khal read a feed at the clock times of its places, before and after a change of rules', {
  timeout: 60_000,
}, async () => {
  const path = await makeFeed()
  const save = async (name: string) => {
    const { body, statusCode } = await application.visitor.request('GET', path)
    expect(statusCode).toBe(200)
    const file = join(folder, name)
    writeFileSync(file, body)
    return file
  }
  const before = await save('before.ics')
  await followRules(application.services)
  const after = await save('after.ics')
  for (const file of [before, after]) {
    expect(readByPython(file).map(({ zone, clock }) => [zone, clock])).toEqual(
      expect.arrayContaining(ZONES.map((zone) => [zone, '2037-01-16T10:00'])),
    )
    for (const zone of ZONES)
      expect(readByKhal(file, zone)).toContain(`${zone}: 2037-01-16 10:00 to 2037-01-16 12:00 Far Light`)
  }
  const [old] = readByPython(before).filter(({ zone }) => zone === 'America/Winnipeg')
  const [moved] = readByPython(after).filter(({ zone }) => zone === 'America/Winnipeg')
  expect(moved).toEqual({ ...old, at: AT - HOUR, sequence: 1 })
})
