/** The school's settings in memory. The start and every change of them read the row again. */
import { setTimeout as pause } from 'node:timers/promises'
import type { School, VersionedSchool } from '#contract/school.ts'
import { isInEea } from '#contract/values/country.ts'
import { must } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { SchoolSettings } from '#server/ports/school-settings.ts'
import type { SchoolVariables } from '#server/settings/school.ts'
import { isSchool, type SchoolRow, school } from './school.table.ts'
import { isOpen } from './set-up.ts'

const READ_TIMEOUT_MS = 5_000

interface OpenOptions {
  /** The settings that apply where the database has none. */
  school: School
  demo: boolean
}

export class CurrentSchool implements SchoolSettings {
  readonly #db: Database
  readonly defaults: School
  #row: SchoolRow
  #current: School
  #reading: Promise<unknown> = Promise.resolve()
  #isOpen: boolean

  private constructor(db: Database, { school, demo }: OpenOptions, row: SchoolRow) {
    this.#db = db
    this.defaults = school
    this.#row = row
    this.#current = toSchool(row, school)
    this.#isOpen = demo
  }

  static async open(db: Database, options: OpenOptions): Promise<CurrentSchool> {
    return new CurrentSchool(db, options, await readRow(db))
  }

  /** Asks the database until the school is open, so that a set-up in one instance opens the others with their next request. */
  async isOpen(db: Database): Promise<boolean> {
    this.#isOpen ||= this.#row.setUpAt !== null || (await isOpen(db))
    return this.#isOpen
  }

  get current(): School {
    return this.#current
  }

  /** Reads the row after all earlier reads, so that an older row never takes the place of a newer one. */
  refresh(): Promise<void> {
    const reading = this.#reading.then(async () => {
      this.#row = await limitTime(readRow(this.#db))
      this.#current = toSchool(this.#row, this.defaults)
    })
    this.#reading = reading.catch(() => undefined)
    return reading
  }

  /** Lists those of the variables that have no effect, because the database says otherwise. */
  listOverridden(variables: SchoolVariables): string[] {
    const fields = Object.keys(variables) as (keyof School)[]
    const overridden = fields.filter((field) => this.#row[field] !== null && this.#row[field] !== this.defaults[field])
    return overridden.flatMap((field) => variables[field] ?? [])
  }
}

/** Rejects when the work takes longer, for example on a connection that broke silently: later reads wait for this one. */
function limitTime<T>(work: Promise<T>): Promise<T> {
  const end = pause(READ_TIMEOUT_MS, undefined, { ref: false }).then(() => {
    throw new Error('the settings were not read in time')
  })
  return Promise.race([work, end])
}

/** Reads the row that a migration has inserted. */
export async function readRow(db: Database): Promise<SchoolRow> {
  const [row] = await db.select().from(school).where(isSchool)
  return must(row)
}

/** Returns the school of a row. The defaults complete it. */
export function toStoredSchool(
  { id: _id, setUpAt: _setUpAt, ...row }: SchoolRow,
  defaults: School,
): Omit<VersionedSchool, 'currency_fixed'> {
  const law = { withdrawal_function: isInEea(row.country) }
  const stored = Object.entries(row).filter(([, value]) => value !== null)
  return { ...defaults, ...law, ...(Object.fromEntries(stored) as Partial<School>), version: row.version }
}

function toSchool(row: SchoolRow, defaults: School): School {
  const { version: _version, ...current } = toStoredSchool(row, defaults)
  return current
}
