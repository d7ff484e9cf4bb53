/**
 * The demo's sign-in provider: a real OpenID Connect provider on our own origin that accepts any e-mail and name. Its modules load
 * at the first sign-in.
 */
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InteractionResults } from 'oidc-provider'
import { z } from 'zod'
import { PersonName } from '#contract/users.ts'
import { Email } from '#contract/values/fields.ts'
import type { Database } from '#server/platform/database/database.ts'
import { deriveKeyText } from '#server/platform/secrets.ts'
import { DEMO_PROVIDER_ID } from '#server/settings/demo.ts'
import type { SignInProviderSettings } from '#server/settings/sign-in-providers.ts'
import { PAGE_POLICY, renderLoginPage, renderMessagePage } from './pages.ts'
import type { SandboxProvider } from './provider.ts'

const PREFIX = '/demo-identity'

export interface DemoProvider {
  /** The settings of its client, which is this server. */
  provider: SignInProviderSettings
  /** Serves it under /demo-identity. */
  mount(app: FastifyInstance): void
}

/** Derives its keys from `secret`, and stores its state in `db`, so that every instance can continue a sign-in. */
export function openDemoProvider(publicUrl: string, secret: string, db: Database): DemoProvider {
  const client: SignInProviderSettings = {
    id: DEMO_PROVIDER_ID,
    name: 'Demo Identity',
    issuer: publicUrl + PREFIX,
    clientId: 'photography-school',
    clientSecret: deriveKeyText('demo identity: client', secret),
    promptsEachTime: true,
  }
  let loading: Promise<SandboxProvider> | null = null
  const load = () => {
    loading ??= import('./provider.ts').then(({ openProvider }) => openProvider(client, publicUrl, { db, secret }))
    return loading
  }
  return {
    provider: client,
    mount(app) {
      app.register(interactionRoutes, { prefix: `${PREFIX}/interaction`, load })
      app.register(protocolRoutes, { prefix: PREFIX, load, publicUrl })
    },
  }
}

interface Options {
  load: () => Promise<SandboxProvider>
}

const Login = z.object({ Email, Name: PersonName })

/** The sign-in pages. */
async function interactionRoutes(app: FastifyInstance, { load }: Options): Promise<void> {
  await app.register(formbody)
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', PAGE_POLICY).header('cross-origin-opener-policy', 'unsafe-none')
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
  })
  app.setErrorHandler((error, request, reply) => {
    request.log.warn(error, 'a sign-in with the demo provider failed')
    return reply.code(400).send(renderMessagePage('This sign-in has expired. Close this window and try again.'))
  })
  const hidden = { schema: { hide: true } }
  const finish = async (request: FastifyRequest, reply: FastifyReply, result: InteractionResults) => {
    const { provider } = await load()
    const location = await provider.interactionResult(request.raw, reply.raw, result)
    return reply.redirect(location, 303)
  }

  app.get('/:uid', hidden, async (request, reply) => {
    const { provider } = await load()
    const { uid } = await provider.interactionDetails(request.raw, reply.raw)
    return renderLoginPage(`${PREFIX}/interaction/${uid}`)
  })
  app.post('/:uid', hidden, async (request, reply) => {
    const { provider, accounts } = await load()
    const { uid } = await provider.interactionDetails(request.raw, reply.raw)
    const parsed = Login.safeParse(request.body)
    if (!parsed.success) {
      const input = request.body as { Email?: string; Name?: string }
      return reply.code(400).send(renderLoginPage(`${PREFIX}/interaction/${uid}`, input))
    }
    const accountId = await accounts.save(parsed.data.Email, parsed.data.Name)
    return finish(request, reply, { login: { accountId, remember: false } })
  })
  app.get('/:uid/cancel', hidden, async (request, reply) =>
    finish(request, reply, { error: 'access_denied', error_description: 'Cancelled' }),
  )
}

/** The provider's own endpoints. Bodies are passed on unparsed. */
async function protocolRoutes(
  app: FastifyInstance,
  { load, publicUrl }: Options & { publicUrl: string },
): Promise<void> {
  const { protocol, host } = new URL(publicUrl)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.all('/*', { schema: { hide: true } }, async ({ raw }, reply) => {
    const { provider } = await load()
    const originalUrl = raw.url ?? ''
    Object.assign(raw, { originalUrl, url: originalUrl.slice(PREFIX.length) || '/' })
    Object.assign(raw.headers, { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host })
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value) reply.raw.setHeader(name, value)
    reply.raw.setHeader('cross-origin-opener-policy', 'unsafe-none')
    await provider.callback()(raw, reply.raw)
  })
}
