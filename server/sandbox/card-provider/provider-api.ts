/** Stripe's API for the server's SDK: form-encoded, with a secret key. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Database } from '#server/platform/database/database.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { idempotency } from './card-sandbox.table.ts'
import * as Charges from './charges.ts'
import * as Disputes from './disputes.ts'
import { SandboxError } from './errors.ts'
import * as Events from './events.ts'
import * as Intents from './intents.ts'
import { PAGING } from './lists.ts'
import * as Refunds from './refunds.ts'
import { configureRequests, Metadata, parse, readForm } from './requests.ts'

const Amount = z.coerce.number().int().positive()
const NewIntent = z.strictObject({
  amount: Amount,
  currency: z.string().regex(/^[a-z]{3}$/),
  allowed_payment_method_types: z.tuple([z.literal('card')]).optional(),
  metadata: Metadata,
  receipt_email: z.string().optional(),
  description: z.string().optional(),
})
const Cancellation = z.strictObject({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
})
const NewRefund = z.strictObject({
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
  amount: Amount.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: Metadata,
})
const NoParameters = z.strictObject({})
const OneIntent = z.strictObject({ expand: z.array(z.literal('latest_charge')).default([]) })
const ManyIntents = z.strictObject({ ...PAGING, expand: z.array(z.literal('data.latest_charge')).default([]) })
const ManyRefunds = z.strictObject({ ...PAGING, charge: z.string().optional(), payment_intent: z.string().optional() })
const ManyDisputes = z.strictObject({ payment_intent: z.string(), limit: PAGING.limit })
const DisputeEvidence = z.strictObject({
  evidence: z.strictObject({ uncategorized_text: z.string() }).partial().optional(),
})
const ManyEvents = z.strictObject({ ...PAGING, type: z.string().optional() })

type ById = { Params: { id: string } }

/** The API for the holder of `secretKey`. `onChange` is called after each POST. */
export function providerApi(db: Database, secretKey: string, onChange: () => void): FastifyInstance {
  const app = Fastify({ routerOptions: { querystringParser: readForm } })
  configureRequests(app)
  app.addHook('onRequest', async (request) => {
    if (isKey(request.headers.authorization, secretKey)) return
    throw new SandboxError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' })
  })
  /** Handles a POST once per idempotency key. */
  async function handleOnce(
    request: FastifyRequest,
    reply: FastifyReply,
    input: object,
    work: (tx: Database) => Promise<object>,
  ): Promise<object> {
    const { status, body, replayed } = await runOnce(db, readKey(request), [request.url, input], work)
    onChange()
    if (replayed) reply.header('idempotent-replayed', 'true')
    reply.code(status)
    return body
  }
  intentRoutes(app, db, handleOnce)
  refundRoutes(app, db, handleOnce)
  disputeRoutes(app, db, handleOnce)
  app.get<ById>('/v1/charges/:id', async ({ params, query }) => {
    parse(NoParameters, query)
    return Charges.toResponse(await Charges.retrieve(db, params.id))
  })
  app.get('/v1/events', async ({ query }) => {
    const { type, ...paging } = parse(ManyEvents, query)
    return Events.list(db, paging, type)
  })
  app.get<ById>('/v1/events/:id', async ({ params }) => Events.toResponse(await Events.retrieve(db, params.id)))
  app.setNotFoundHandler((request) => {
    const message = `Unrecognized request URL (${request.method}: ${request.url}).`
    throw new SandboxError(404, { type: 'invalid_request_error', message })
  })
  return app
}

type HandleOnce = (
  request: FastifyRequest,
  reply: FastifyReply,
  input: object,
  work: (tx: Database) => Promise<object>,
) => Promise<object>

function intentRoutes(app: FastifyInstance, db: Database, handleOnce: HandleOnce): void {
  app.post('/v1/payment_intents', (request, reply) => {
    const input = parse(NewIntent, request.body)
    return handleOnce(request, reply, input, async (tx) => Intents.toResponse(await Intents.create(tx, input)))
  })
  app.get('/v1/payment_intents', async ({ query }) => {
    const { expand, ...paging } = parse(ManyIntents, query)
    return Intents.list(db, paging, expand.length > 0)
  })
  app.get<ById>('/v1/payment_intents/:id', async ({ params, query }) => {
    const { expand } = parse(OneIntent, query)
    return Intents.retrieveWithCharge(db, params.id, expand.length > 0)
  })
  app.post<ById>('/v1/payment_intents/:id/cancel', (request, reply) => {
    const input = parse(Cancellation, request.body)
    const work = async (tx: Database) =>
      Intents.toResponse(await Intents.cancel(tx, request.params.id, input.cancellation_reason ?? null))
    return handleOnce(request, reply, input, work)
  })
}

function refundRoutes(app: FastifyInstance, db: Database, handleOnce: HandleOnce): void {
  app.post('/v1/refunds', (request, reply) => {
    const input = parse(NewRefund, request.body)
    return handleOnce(request, reply, input, async (tx) => Refunds.toResponse(await Refunds.create(tx, input)))
  })
  app.get('/v1/refunds', async ({ query }) => {
    const { charge, payment_intent, ...paging } = parse(ManyRefunds, query)
    return Refunds.list(db, paging, { charge, payment_intent })
  })
  app.get<ById>('/v1/refunds/:id', async ({ params, query }) => {
    parse(NoParameters, query)
    return Refunds.toResponse(await Refunds.retrieve(db, params.id))
  })
}

function disputeRoutes(app: FastifyInstance, db: Database, handleOnce: HandleOnce): void {
  app.get('/v1/disputes', async ({ query }) => Disputes.list(db, parse(ManyDisputes, query).payment_intent))
  app.post<ById>('/v1/disputes/:id', (request, reply) => {
    const input = parse(DisputeEvidence, request.body)
    const work = (tx: Database) => Disputes.submit(tx, request.params.id, input.evidence?.uncategorized_text)
    return handleOnce(request, reply, input, work)
  })
}

function readKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  return typeof key === 'string' ? key : undefined
}

function isKey(authorization: string | undefined, secretKey: string): boolean {
  const sent = Buffer.from(authorization ?? '')
  const expected = Buffer.from(`Bearer ${secretKey}`)
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}

/** A response, `replayed` if it was stored for an earlier request with the same key. */
interface StoredResponse {
  status: number
  body: object
  replayed?: true
}

/** Rolls back work of which another request with the same key has stored the response. */
class RepeatedError extends Error {}

/**
 * Runs `work` once per key, and repeats its response from then on, errors included (https://docs.stripe.com/api/idempotent_requests). The key is
 * stored with the response, so that concurrent requests wait for each other there, and the work of all but one is rolled back.
 * @param request identifies the request: the same key with another one is refused
 */
async function runOnce(
  db: Database,
  key: string | undefined,
  request: unknown,
  work: (tx: Database) => Promise<object>,
): Promise<StoredResponse> {
  if (key === undefined) return { status: 200, body: await transaction(db, work) }
  const fingerprint = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  const store = async (tx: Database, { status, body: answer }: StoredResponse) => {
    const values = { key, fingerprint, status, answer }
    const stored = await tx.insert(idempotency).values(values).onConflictDoNothing().returning({ key: idempotency.key })
    if (stored.length === 0) throw new RepeatedError()
    return { status, body: answer }
  }
  try {
    return await transaction(db, async (tx) => store(tx, { status: 200, body: await work(tx) })).catch((error) => {
      if (!(error instanceof SandboxError)) throw error
      return store(db, { status: error.status, body: { error: error.body } })
    })
  } catch (error) {
    if (error instanceof RepeatedError) return replay(db, key, fingerprint)
    throw error
  }
}

async function replay(db: Database, key: string, fingerprint: string): Promise<StoredResponse> {
  const [row] = await db.select().from(idempotency).where(eq(idempotency.key, key))
  if (row?.fingerprint === fingerprint) return { status: row.status, body: row.answer, replayed: true }
  throw new SandboxError(400, {
    type: 'idempotency_error',
    message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
  })
}
