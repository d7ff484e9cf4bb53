/** Renders the React pages on the server, from a build or in development. */
import type { FastifyInstance } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Call } from '#contract/call.ts'
import type { PublicSettings } from '#contract/school.ts'

/** The context of a page's render. web/page-context.ts declares the same type; the build has its own copy of it. */
export interface PageContext {
  call: Call
  school: PublicSettings
  nonce: string
}

export interface Pages {
  /** In development, pages change at any time and have inline styles: they are not cached, and the policy allows it. */
  development: boolean
  /** Registers the routes of the browser's files. */
  mount(app: FastifyInstance): Promise<void>
  render(request: Request, context: PageContext): Promise<Response>
  /** Returns the path of the style sheet of all pages. */
  readStylesheet(): Promise<string>
  /** The style sheets that public pages contain, by path; none in development. */
  styles: ReadonlyMap<string, string>
  close(): Promise<void>
}

/** Returns the renderer of a build. */
export function createRenderer(build: ServerBuild, mode: 'production' | 'development'): Pages['render'] {
  const handle = createRequestHandler(build, mode)
  return (request, context) => handle(request, createProvider(build, context))
}

/** Returns the path of the style sheet of a build. */
export function findStylesheet(build: ServerBuild): string {
  return (build.entry.module as unknown as { stylesheet: string }).stylesheet
}

/** Uses the build's own copy of the key, because React Router finds a context by identity. */
function createProvider(build: ServerBuild, context: PageContext): RouterContextProvider {
  const { pageContext } = build.entry.module as unknown as { pageContext: Parameters<RouterContextProvider['set']>[0] }
  const provider = new RouterContextProvider()
  provider.set(pageContext, context)
  return provider
}
