/** Serves the images that other sites show with a link to a class or to the school. */
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { findNextDate } from '#contract/next-date.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { FOR_ALL_ORIGINS, IMMUTABLE } from '#server/domains/images/images.routes.ts'
import type { ShareImages, ShareSubject } from '#server/domains/images/share/share-images.ts'
import { orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { toNetwork } from '#server/platform/rate-limits/rate-limiter.ts'
import { selectWithInstructor } from './class-response.ts'
import { isOpenToEnroll, type RunJson } from './class-runs.ts'
import { listSessions } from './class-sessions.ts'
import { type ClassRow, classes, isOnOffer } from './classes.table.ts'

type Route = { Params: { id: string; file: string } }

/** Returns what the image of a class shows. @param runs those that are not canceled */
export function toShareSubject(
  { id, name, image, focus }: Pick<ClassRow, 'id' | 'name' | 'image' | 'focus'>,
  runs: readonly RunJson[],
): ShareSubject {
  const next = findNextDate(runs.filter(isOpenToEnroll).map((run) => ({ ...run, sessions: listSessions(run) })))
  const date = next ? formatClockTime(next.starts, next.run.time_zone, { now: 'always', withZone: false }) : ''
  return { id, title: name, date, image, focus }
}

export async function shareImageRoute(
  app: FastifyInstance,
  { shareImages, db }: { shareImages: ShareImages; db: Database },
): Promise<void> {
  app.get<Route>('/pictures/share/:id/:file', { schema: { hide: true } }, async (request, reply) => {
    const subject = request.params.id === 'school' ? shareImages.school : await findSubject(db, request.params.id)
    const path = shareImages.findPath(subject)
    const etag = `"${path.slice(path.lastIndexOf('/') + 1)}"`
    reply.headers(FOR_ALL_ORIGINS)
    // A site may still have the URL of an earlier name, date or image.
    if (!request.url.startsWith(path)) return reply.header('cache-control', 'no-store').redirect(path)
    reply.headers({ 'cache-control': IMMUTABLE, etag })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('image/jpeg').send(await shareImages.get(subject, toNetwork(request.ip)))
  })
}

async function findSubject(db: Database, id: string): Promise<ShareSubject> {
  const [row] = await selectWithInstructor(db).where(and(eq(classes.id, parseId(id)), isOnOffer))
  const { classes: schoolClass, runs } = orNotFound(row)
  return toShareSubject(schoolClass, runs)
}
