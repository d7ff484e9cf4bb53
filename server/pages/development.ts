/** The pages while they are being written: Vite in the same process, with hot reload. */
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import { type Pages, rendererOf } from './pages.ts'

export async function developmentPages(): Promise<Pages> {
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  return {
    development: true,
    close: () => vite.close(),
    async render(request, context) {
      const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
      return rendererOf(build, 'development')(request, context)
    },
    async mount(app: FastifyInstance) {
      app.addHook('onRequest', (request, reply, done) => {
        if (/^\/(api|webhooks|card-sandbox|pictures|healthz|readyz)(\/|$|\?)/.test(request.url)) return done()
        vite.middlewares(request.raw, reply.raw, done)
      })
    },
  }
}
