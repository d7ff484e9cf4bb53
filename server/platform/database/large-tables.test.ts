import { count, sql } from 'drizzle-orm'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openForThisFile } from '../../../testing/application.ts'
import { rateLimits } from '../rate-limits/rate-limits.table.ts'
import { LARGE, readCount } from './large-tables.ts'

const application = openForThisFile()

const readNumber = () =>
  readCount(application.services.db, application.services.db.select({ all: count() }).from(rateLimits))

/** Leaves the table with so many rows. */
async function fill(rows: number): Promise<void> {
  await application.services.db.execute(sql`truncate rate_limits`)
  await application.services.db.execute(sql`insert into rate_limits (who, times, until)
    select n, 1, 1 from generate_series(1, ${rows}::int) n`)
}

describe('the number of rows', () => {
  it('of a table that is not large is read each time', async () => {
    await fill(LARGE)
    expect(await readNumber()).toBe(LARGE)
    await fill(1)
    expect(await readNumber()).toBe(1)
  })

  it('of a large table is at most a minute old, whatever the clock says', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    await fill(LARGE + 2)
    expect(await readNumber()).toBe(LARGE + 2)
    await fill(LARGE + 1)
    vi.setSystemTime(Date.now() - 86_400_000)
    expect(await readNumber()).toBe(LARGE + 2)
    vi.advanceTimersByTime(60_001)
    expect(await readNumber()).toBe(LARGE + 1)
  })
})
