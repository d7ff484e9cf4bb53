/** Fills a demo school once, before the browser tests: each of their schools begins as a copy of its folder. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endSchool, startSchool } from './school-process.ts'

/** Where the workers find the folder. */
export const FILLED = 'FILLED_SCHOOL'

export default async function fillSchool(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'school-filled-'))
  const school = await startSchool(folder, { LOG_LEVEL: 'warn' })
  await endSchool(school)
  process.env[FILLED] = folder
  return () => rm(folder, { recursive: true })
}
