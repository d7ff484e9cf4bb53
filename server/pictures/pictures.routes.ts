/** Pictures under /pictures: for now the demo's own. */
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const DEMO_PICTURES = join(import.meta.dirname, '../../demo/pictures')
const DAY_SECONDS = 24 * 60 * 60

export async function picturesRoutes(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: DEMO_PICTURES,
    prefix: '/pictures/demo/',
    decorateReply: false,
    schemaHide: true,
    maxAge: DAY_SECONDS * 1000,
  })
}
