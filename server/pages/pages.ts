/** The React pages, rendered by the server: the seam that the built ones and the ones in development share. */
import type { FastifyInstance } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Call } from '#contract/call.ts'
import type { SchoolFacts } from '#contract/home.ts'

/** What a page is told while it renders. The same shape stands in web/page-context.ts, of which the build has its own copy. */
export interface PageContext {
  call: Call
  school: SchoolFacts
  nonce: string
}

export interface Pages {
  /** Pages in development change at any time and bring styles of their own: nothing is kept, the policy is laxer. */
  development: boolean
  /** Puts the browser's files on the app. */
  mount(app: FastifyInstance): Promise<void>
  render(request: Request, context: PageContext): Promise<Response>
  close(): Promise<void>
}

/** Renders requests with a build. */
export function rendererOf(build: ServerBuild, mode: 'production' | 'development'): Pages['render'] {
  const handle = createRequestHandler(build, mode)
  return (request, context) => handle(request, provide(build, context))
}

/** The key must be the build's own copy: React Router finds a context by identity. */
function provide(build: ServerBuild, context: PageContext): RouterContextProvider {
  const { pageContext } = build.entry.module as unknown as { pageContext: Parameters<RouterContextProvider['set']>[0] }
  const provider = new RouterContextProvider()
  provider.set(pageContext, context)
  return provider
}
