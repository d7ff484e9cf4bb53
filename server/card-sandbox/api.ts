/** The sandbox's addresses: Stripe's for the server's SDK, and the one that Stripe.js would confirm a card at. */
import { timingSafeEqual } from 'node:crypto'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import qs from 'qs'
import { z } from 'zod'
import type { Database } from '#server/database/database.ts'
import { invalidRequest, SandboxError } from './errors.ts'
import { once } from './idempotency.ts'
import * as Intents from './intents.ts'

const NewIntent = z
  .object({
    amount: z.coerce.number().int().positive().max(99_999_999),
    currency: z.string().regex(/^[a-z]{3}$/),
    metadata: z.record(z.string(), z.string()).optional(),
    receipt_email: z.string().optional(),
    description: z.string().optional(),
  })
  .transform(({ receipt_email, ...rest }) => ({ ...rest, ...(receipt_email ? { receiptEmail: receipt_email } : {}) }))

const Confirmation = z.object({
  client_secret: z.string(),
  payment_method_data: z.object({
    card: z.object({
      number: z.string().transform((number) => number.replaceAll(' ', '')),
      exp_month: z.coerce.number().int().min(1).max(12),
      exp_year: z.coerce
        .number()
        .int()
        .transform((year) => (year < 100 ? 2000 + year : year)),
      cvc: z.string(),
    }),
  }),
})

type ById = { Params: { id: string } }

/** Stripe's API as the SDK sees it: form-encoded, with a secret key. */
export function providerApi(db: Database, secretKey: string): FastifyInstance {
  const app = Fastify()
  speakAsStripe(app)
  app.addHook('onRequest', async (request) => {
    if (!isKey(request.headers.authorization, secretKey)) {
      throw new SandboxError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' })
    }
  })
  app.post('/v1/payment_intents', (request) => {
    const wanted = parse(NewIntent, request.body)
    return once(db, key(request), wanted, async (tx) => Intents.show(await Intents.create(tx, wanted)))
  })
  app.get<ById>('/v1/payment_intents/:id', async ({ params }) => Intents.show(await Intents.retrieve(db, params.id)))
  app.post<ById>('/v1/payment_intents/:id/cancel', async ({ params }) =>
    Intents.show(await Intents.cancel(db, params.id)),
  )
  return app
}

/** What the card form in the browser talks to, with the intent's client secret. `onChange` hears of every outcome. */
export async function browserApi(app: FastifyInstance, { db, onChange }: { db: Database; onChange: () => void }) {
  speakAsStripe(app)
  app.post<ById>('/v1/payment_intents/:id/confirm', { schema: { hide: true } }, async ({ params, body }, reply) => {
    const { client_secret, payment_method_data } = parse(Confirmation, body)
    reply.header('cache-control', 'no-store')
    try {
      return Intents.show(await Intents.confirm(db, params.id, client_secret, payment_method_data.card))
    } finally {
      onChange()
    }
  })
}

function speakAsStripe(app: FastifyInstance): void {
  app.register(formbody, { parser: (text) => qs.parse(text) as Record<string, unknown> })
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof SandboxError) return reply.code(error.status).send({ error: error.body })
  request.log.error(error)
  return reply.code(500).send({ error: { type: 'api_error', message: 'An unknown error occurred' } })
}

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body ?? {})
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw invalidRequest(issue?.message ?? 'Invalid request', issue?.path.join('.') ?? '')
}

function key({ headers }: FastifyRequest): string | undefined {
  const sent = headers['idempotency-key']
  return typeof sent === 'string' ? sent : undefined
}

function isKey(authorization: string | undefined, secretKey: string): boolean {
  const sent = Buffer.from(authorization ?? '')
  const expected = Buffer.from(`Bearer ${secretKey}`)
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}
