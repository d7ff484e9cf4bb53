/** The API of the card form in the browser, which has an intent's client secret. Source: https://docs.stripe.com/js/payment_intents */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Database } from '#server/platform/database/database.ts'
import * as Confirm from './confirm.ts'
import * as Intents from './intents.ts'
import { configureRequests, parse } from './requests.ts'

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
    billing_details: z.object({ email: z.string().optional(), name: z.string().optional() }).default({}),
  }),
})
const Authentication = z.object({ client_secret: z.string(), result: z.enum(['complete', 'fail']) })
const Secret = z.object({ client_secret: z.string() })

type ById = { Params: { id: string } }

/** The API for the holder of a client secret. `onChange` is called after each POST. */
export async function browserApi(app: FastifyInstance, { db, onChange }: { db: Database; onChange: () => void }) {
  configureRequests(app)
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  app.addHook('onResponse', async ({ method }) => void (method === 'POST' && onChange()))
  const schema = { hide: true }
  app.get<ById>('/v1/payment_intents/:id', { schema }, async ({ params, query }) => {
    const { client_secret } = parse(Secret, query)
    return Intents.toResponse(await Confirm.retrieve(db, params.id, client_secret))
  })
  app.post<ById>('/v1/payment_intents/:id/confirm', { schema }, async ({ params, body }) => {
    const { client_secret: clientSecret, payment_method_data } = parse(Confirmation, body)
    const { card, billing_details } = payment_method_data
    const { email = null, name = null } = billing_details
    return Intents.toResponse(await Confirm.confirm(db, params.id, { clientSecret, card, email, name }))
  })
  app.post<ById>('/v1/payment_intents/:id/authenticate', { schema }, async ({ params, body }) => {
    const { client_secret: clientSecret, result } = parse(Authentication, body)
    return Intents.toResponse(
      await Confirm.authenticate(db, params.id, { clientSecret, passed: result === 'complete' }),
    )
  })
}
