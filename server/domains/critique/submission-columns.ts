/** Columns that are computed from the pictures of a submission. Pictures whose files are not stored yet do not count. */
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { briefs, pictures, remarks, submissions, versions } from './critique.table.ts'

const isStored = sql`exists (select from ${versions} where ${versions.pictureId} = ${pictures.id} and ${versions.ready})`

const isOfSubmission = sql`${pictures.submissionId} = ${submissions.id} and ${isStored}`

/** True if a picture's upload began after it was due. */
export const isLate: SQL<boolean> = sql<boolean>`exists (
  select from ${pictures} where ${isOfSubmission} and ${pictures.begunAt} > ${briefs.dueAt})`

/** The number of pictures. */
export function countPictures(submissionId: string): SQL<number> {
  return sql<number>`(
    select count(*)::int from ${pictures} p
    where p.submission_id = ${submissionId} and exists (select from ${versions} v where v.picture_id = p.id and v.ready)
  )`
}

/** Selects the time of the oldest picture whose newest version has no released remark; null where none waits. */
export function waitingSince(submissionId: string | PgColumn): SQL<number | null> {
  return sql<number | null>`(select min(created_at) from (${selectWaiting(submissionId)}) waiting)`
}

/** Selects the id of the version that waits longest for critique; null where none waits. */
export function waitingVersion(submissionId: PgColumn): SQL<string | null> {
  return sql<string | null>`(
    select id from (${selectWaiting(submissionId)}) waiting order by created_at, id limit 1
  )`
}

/** Selects the newest version of each picture, where it has no released remark. */
function selectWaiting(submissionId: string | PgColumn): SQL {
  return sql`
    select newest.id, newest.created_at from (
      select distinct on (v.picture_id) v.id, v.created_at from ${versions} v
      join ${pictures} p on p.id = v.picture_id
      where p.submission_id = ${submissionId} and v.ready
      order by v.picture_id, v.created_at desc, v.id
    ) newest
    where not exists (select from ${remarks} r where r.version_id = newest.id and r.released_at is not null)
  `
}

/** True if a remark on one of the pictures is released. */
export function hasCritique(submissionId: string | PgColumn): SQL<boolean> {
  return sql<boolean>`exists (
    select from ${remarks} r join ${versions} v on v.id = r.version_id join ${pictures} p on p.id = v.picture_id
    where p.submission_id = ${submissionId} and r.released_at is not null
  )`
}
