/** Runs that an import makes, with their sessions. */
import { type SQL, sql } from 'drizzle-orm'
import { importRows } from '#server/domains/import/import.table.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { classes } from '../classes.table.ts'
import { importedClassId } from '../imported-classes.ts'
import { ZONE_RULES } from './clock-times.ts'
import { runSessions, runs } from './runs.table.ts'

/** Matches staged rows without a date whose class has dates in other rows. */
export const isReplacedByDates = sql`(${importRows.data} ->> 'startsAt' is null and exists (
  select from ${importRows} dated where dated.import_id = ${importRows.importId} and dated.key = ${importRows.key}
    and dated.outcome = 'ready' and dated.data ->> 'startsAt' is not null))`

/**
 * Inserts the runs of staged rows whose class the import has made. A run has a price of its own where it differs from the class's. A row
 * without a date makes none where other rows of its class have dates.
 */
export async function insertImported(tx: Transaction, rows: SQL): Promise<void> {
  const { data, recordId } = importRows
  const time = (field: string) => sql`(${data} ->> ${field}::text)::bigint`
  const clock = (field: string) => sql`${data} ->> ${field}::text`
  await tx.execute(sql`insert into ${runs} (id, class_id, seats, offered, list_price_minor, time_zone, place_name, place_address,
      starts_at, ends_at, starts, ends, zone_rules, created_at)
    select ${recordId}, ${classes.id}, (${data} ->> 'seats')::int, (${data} ->> 'seats')::int,
      nullif((${data} ->> 'priceMinor')::bigint, ${classes.listPriceMinor}), ${data} ->> 'timeZone', ${data} ->> 'placeName',
      ${data} ->> 'placeAddress', ${time('startsAt')}, ${time('endsAt')}, ${clock('starts')}, ${clock('ends')},
      ${ZONE_RULES}::text, ${Date.now()}::bigint
    from ${importRows} join ${classes} on ${classes.id} = ${importedClassId} where ${rows} and not ${isReplacedByDates}`)
  await tx.execute(sql`insert into ${runSessions} (run_id, starts_at, ends_at, starts, ends, zone_rules)
    select ${runs.id}, ${runs.startsAt}, ${runs.endsAt}, ${runs.starts}, ${runs.ends}, ${runs.zoneRules}
    from ${importRows} join ${runs} on ${runs.id} = ${recordId} where ${rows} and ${runs.startsAt} is not null`)
}
