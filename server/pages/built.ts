/** Loads the pages that `npm run build` has built. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { removeDocumentHeaders, removeRevalidationHeaders } from '#server/http/headers.ts'
import { ROOT } from '#server/platform/root.ts'
import { StartError } from '#server/platform/start-error.ts'
import { createRenderer, findStylesheet, type Pages } from './pages.ts'

const BUILD = join(ROOT, 'build')
/** An SVG is not among them: a browser opens it as a document, which may have scripts. */
const NEVER_DOCUMENT = /\.(js|css|woff2)(\.(br|gz))?$/
/** The content of a script is UTF-8 without saying so. Source: https://www.rfc-editor.org/rfc/rfc9239#section-4.2 */
const SCRIPT = /^\/assets\/[\w.-]+\.js(\?|$)/
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** @throws StartError without a build */
export async function loadBuiltPages(): Promise<Pages> {
  const entry = join(BUILD, 'server/index.js')
  if (!existsSync(entry)) throw new StartError('The pages are not built: npm run build')
  const build = await import(entry)
  const render = createRenderer(build, 'production')
  return {
    development: false,
    render,
    readStylesheet: async () => findStylesheet(build),
    styles: readStyles(),
    close: async () => {},
    async mount(app) {
      await app.register(serveFiles)
    },
  }
}

async function serveFiles(files: FastifyInstance): Promise<void> {
  // After @fastify/static, which names the type of a compressed file last.
  files.addHook('onSend', async ({ url }, reply) => {
    if (reply.statusCode === 200 && SCRIPT.test(url)) reply.header('content-type', 'text/javascript')
  })
  await files.register(fastifyStatic, {
    root: join(BUILD, 'client'),
    wildcard: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    schemaHide: true,
    cacheControl: false,
    // The entity tag says as much.
    lastModified: false,
    setHeaders(reply, path) {
      reply.header('cache-control', toCacheControl(path))
      if (NEVER_DOCUMENT.test(path)) removeDocumentHeaders(reply)
      if (isImmutable(path)) removeRevalidationHeaders(reply)
    },
  })
}

function readStyles(): Map<string, string> {
  const root = join(BUILD, 'client')
  const files = globSync('assets/*.css', { cwd: root })
  return new Map(files.map((file) => [`/${file}`, readFileSync(join(root, file), 'utf8')]))
}

function toCacheControl(path: string): string {
  return isImmutable(path) ? `max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=3600'
}

/** Files in assets/ have a hash of their content in their name, so they never change. */
function isImmutable(path: string): boolean {
  return path.includes('/assets/')
}
