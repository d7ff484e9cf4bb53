/**
 * A pretend third party for the demo: a real OpenID Connect provider on the school's own origin, that believes whatever e-mail
 * and name it is told. What it needs is loaded when somebody first signs in with it.
 */
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InteractionResults } from 'oidc-provider'
import { z } from 'zod'
import { Email } from '#contract/fields.ts'
import { PersonName } from '#contract/users.ts'
import { DEMO_THIRD_PARTY } from '#server/identity/demo-logins.ts'
import { keyTextFor } from '#server/secrets.ts'
import type { ThirdPartySettings } from '#server/settings.ts'
import { loginPage, messagePage, PAGE_POLICY } from './pages.ts'
import type { PretendProvider } from './provider.ts'

const PREFIX = '/demo-identity'

export interface DemoIdentity {
  /** The school, as its client. */
  thirdParty: ThirdPartySettings
  /** Puts it under /demo-identity. */
  mount(app: FastifyInstance): void
}

/** Its client's secret and its cookies' key are derived from `secret`; what it knows of people is forgotten with the process. */
export function openDemoIdentity(publicUrl: string, secret: string): DemoIdentity {
  const thirdParty: ThirdPartySettings = {
    id: DEMO_THIRD_PARTY,
    name: 'Demo Identity',
    issuer: publicUrl + PREFIX,
    clientId: 'photography-school',
    clientSecret: keyTextFor('demo identity: client', secret),
    asksEachTime: true,
  }
  let opened: Promise<PretendProvider> | null = null
  const open = () => {
    opened ??= import('./provider.ts').then(({ openProvider }) =>
      openProvider(thirdParty, publicUrl, keyTextFor('demo identity: cookies', secret)),
    )
    return opened
  }
  return {
    thirdParty,
    mount(app) {
      app.register(interactions, { prefix: `${PREFIX}/interaction`, open })
      app.register(protocol, { prefix: PREFIX, open, publicUrl })
    },
  }
}

interface Mounted {
  open: () => Promise<PretendProvider>
}

const Login = z.object({ Email, Name: PersonName })

/** The pages that a person sees: who are you? */
async function interactions(app: FastifyInstance, { open }: Mounted): Promise<void> {
  await app.register(formbody)
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', PAGE_POLICY).header('cross-origin-opener-policy', 'unsafe-none')
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
  })
  app.setErrorHandler((error, request, reply) => {
    request.log.warn(error, 'a pretend sign-in could not go on')
    return reply.code(400).send(messagePage('This sign-in has run out. Please close this window and try again.'))
  })
  const hidden = { schema: { hide: true } }
  const finish = async (request: FastifyRequest, reply: FastifyReply, result: InteractionResults) => {
    const { provider } = await open()
    const onwards = await provider.interactionResult(request.raw, reply.raw, result)
    return reply.redirect(onwards, 303)
  }

  app.get('/:uid', hidden, async (request, reply) => {
    const { provider } = await open()
    const { uid } = await provider.interactionDetails(request.raw, reply.raw)
    return loginPage(`${PREFIX}/interaction/${uid}`)
  })
  app.post('/:uid', hidden, async (request, reply) => {
    const { provider, people } = await open()
    const { uid } = await provider.interactionDetails(request.raw, reply.raw)
    const said = Login.safeParse(request.body)
    if (!said.success) {
      const typed = request.body as { Email?: string; Name?: string }
      return reply.code(400).send(loginPage(`${PREFIX}/interaction/${uid}`, typed))
    }
    const accountId = people.introduce(said.data.Email, said.data.Name)
    return finish(request, reply, { login: { accountId, remember: false } })
  })
  app.get('/:uid/cancel', hidden, async (request, reply) =>
    finish(request, reply, { error: 'access_denied', error_description: 'Cancelled' }),
  )
}

/** Everything else is the provider's own, as OpenID Connect has it. Bodies go through unread. */
async function protocol(app: FastifyInstance, { open, publicUrl }: Mounted & { publicUrl: string }): Promise<void> {
  const { protocol, host } = new URL(publicUrl)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.all('/*', { schema: { hide: true } }, async ({ raw }, reply) => {
    const { provider } = await open()
    const own = raw.url ?? ''
    Object.assign(raw, { originalUrl: own, url: own.slice(PREFIX.length) || '/' })
    Object.assign(raw.headers, { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host })
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value) reply.raw.setHeader(name, value)
    reply.raw.setHeader('cross-origin-opener-policy', 'unsafe-none')
    await provider.callback()(raw, reply.raw)
  })
}
