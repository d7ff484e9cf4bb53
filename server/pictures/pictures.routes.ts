/** Pictures under /pictures: for now those that are committed, the demo's and the school's own. */
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const ROOT = join(import.meta.dirname, '../..')
const FOLDERS = { demo: 'demo/pictures', school: 'web/pictures' }
const DAY_MS = 24 * 60 * 60 * 1000
const PLAIN = /^\w[\w.-]*$/

export async function picturesRoutes(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, { root: ROOT, serve: false, index: false, maxAge: DAY_MS })
  for (const [shown, folder] of Object.entries(FOLDERS)) {
    app.get<{ Params: { name: string; file: string } }>(
      `/pictures/${shown}/:name/:file`,
      { schema: { hide: true } },
      async ({ params: { name, file } }, reply) =>
        PLAIN.test(name) && PLAIN.test(file)
          ? reply.sendFile(join(name, fileOf(file)), join(ROOT, folder))
          : reply.callNotFound(),
    )
  }
}

/** `1600x1067-{ground}.webp` is the picture in its full width; a variant's name is its file's. */
function fileOf(name: string): string {
  return name.replace(/^(\d+)x\d+-[\w-]+\.webp$/, '$1.webp')
}
