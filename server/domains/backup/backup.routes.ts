import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { api } from '#contract/api.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { SCHOOL_ID } from '#server/domains/school/school.table.ts'
import * as Users from '#server/domains/users/users.ts'
import { orNotFound, RateLimitError } from '#server/platform/app-error.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { SchoolTables } from '#server/platform/exported-tables.ts'
import type { RateLimiter } from '#server/platform/rate-limits/rate-limiter.ts'
import type { Services } from '#server/ports/context.ts'
import type { ImageStorage } from '#server/ports/image-storage.ts'
import type { Serve } from '#server/ports/serve.ts'
import { exportSchool } from './export/export.ts'
import type { ExportLinks } from './export/export-links.ts'
import { readApplicationVersion } from './source.ts'

const RETRY_SECONDS = 60
const BUSY = 'Another export is in progress. Try again when it is complete.'

/** A link may be opened once. The count is kept longer than the link is valid. */
const ONCE = { max: 1, minutes: 10 }

export function backupRoutes(serve: Serve, links: ExportLinks): void {
  serve(api.requestExport, async (ctx) => {
    const entry = { action: 'school_exported', subject: ctx.school.current.name, subjectId: SCHOOL_ID } as const
    await inTransaction(ctx, (tx) => Activity.record(tx, ctx.actor, entry))
    return { url: links.create(ctx.actor.id) }
  })
}

interface ExportComponents {
  services: Pick<Services, 'db' | 'currency' | 'log'>
  rateLimiter: RateLimiter
  exportLinks: ExportLinks
  imagePipeline: { storage: ImageStorage }
  settings: { dataDir: string }
  tables: SchoolTables
}

/** Serves the links. One export at a time, because each takes a connection of the database and a copy of it on the disk. */
export async function exportRoute(app: FastifyInstance, components: ExportComponents): Promise<void> {
  const { services, rateLimiter, exportLinks } = components
  let isBusy = false
  app.get('/api/school/export/:token', { schema: { hide: true }, exposeHeadRoute: false }, send)

  async function send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { userId, id } = orNotFound(exportLinks.read((request.params as { token: string }).token))
    orNotFound((await Users.isAdmin(services.db, userId)) || null)
    if (isBusy) throw new RateLimitError(RETRY_SECONDS, BUSY)
    isBusy = true
    try {
      await rateLimiter.count('export link', id, ONCE)
    } catch (error) {
      isBusy = false
      throw error
    }
    const output = new PassThrough()
    void stream(components, output).finally(() => {
      isBusy = false
    })
    const name = `school-${new Date().toISOString().slice(0, 10)}.export.zip`
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .send(output)
  }
}

/** A failure breaks the connection off, so that the browser reports that the file is not complete; the log of requests has it. */
async function stream(
  { services, imagePipeline, settings, tables }: ExportComponents,
  output: PassThrough,
): Promise<void> {
  const { db, currency } = services
  const source = { db, currency, tables, storage: imagePipeline.storage, dataDir: settings.dataDir }
  try {
    await exportSchool({ ...source, application: readApplicationVersion() }, output)
  } catch (error) {
    output.destroy(error as Error)
  }
}
