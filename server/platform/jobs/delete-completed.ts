/** Deletes completed jobs earlier than failed ones, which pg-boss cannot: both have one retention there. */
import type { PgBoss } from 'pg-boss'

/** The time for which a job that failed for the last time is stored: an admin may run it again until then. */
export const FAILED_RETENTION_SECONDS = 7 * 86_400

const DELETE = `delete from jobs.job j using json_to_recordset($1::json) as kind (name text, seconds int)
  where j.state = 'completed' and j.name = kind.name and j.completed_on < now() - kind.seconds * interval '1 second'`

/** Deletes the completed jobs of the kinds whose retention is over. @param retentions seconds by the name of the kind */
export async function deleteCompleted(boss: PgBoss, retentions: ReadonlyMap<string, number>): Promise<void> {
  const kinds = [...retentions].map(([name, seconds]) => ({ name, seconds }))
  await boss.getDb().executeSql(DELETE, [JSON.stringify(kinds)])
}
