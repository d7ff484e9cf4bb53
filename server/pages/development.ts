/** Opens the pages in development: Vite in the same process, with hot reload. */
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import { createRenderer, findStylesheet, type Pages } from './pages.ts'

export async function openDevelopmentPages(): Promise<Pages> {
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  const load = async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
  return {
    development: true,
    close: () => vite.close(),
    async render(request, context) {
      return createRenderer(await load(), 'development')(request, context)
    },
    readStylesheet: async () => findStylesheet(await load()),
    styles: new Map(),
    async mount(app: FastifyInstance) {
      app.addHook('onRequest', (request, reply, done) => {
        if (/^\/(api|webhooks|card-sandbox|pictures|healthz|readyz)(\/|$|\?)/.test(request.url)) return done()
        vite.middlewares(request.raw, reply.raw, done)
      })
    },
  }
}
