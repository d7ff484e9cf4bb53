/** The pages that `npm run build` left. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { StartError } from '#server/start-error.ts'
import { type Pages, rendererOf } from './pages.ts'

const BUILD = join(import.meta.dirname, '../../build')
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** @throws StartError when nothing was built */
export async function builtPages(): Promise<Pages> {
  const entry = join(BUILD, 'server/index.js')
  if (!existsSync(entry)) throw new StartError('The pages are not built: npm run build')
  const render = rendererOf(await import(entry), 'production')
  return {
    development: false,
    render,
    close: async () => {},
    async mount(app) {
      await app.register(fastifyStatic, {
        root: join(BUILD, 'client'),
        wildcard: false,
        preCompressed: true,
        globIgnore: ['**/*.br', '**/*.gz'],
        schemaHide: true,
        cacheControl: false,
        setHeaders: (reply, path) => void reply.header('cache-control', cachingOf(path)),
      })
    },
  }
}

/** Names in assets/ carry a hash of the content. */
function cachingOf(path: string): string {
  return path.includes('/assets/') ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=3600'
}
