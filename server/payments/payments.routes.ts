import type { FastifyInstance } from 'fastify'
import { api } from '#contract/api.ts'
import type { SystemContext } from '#server/context.ts'
import type { Serve } from '#server/http/serve.ts'
import * as Attempts from './attempts.ts'
import * as Payments from './payments.ts'

export function paymentsRoutes(serve: Serve): void {
  serve(api.createPaymentIntent, async (ctx, { body }) => ({
    clientSecret: await Attempts.begin(ctx, body.price, body.cartId),
  }))
  serve(api.recordPayment, async (ctx, { body }) => ({
    paymentResult: { insertedId: await Payments.record(ctx, body.transactionId) },
  }))
  serve(api.listPayments, (ctx) => Payments.list(ctx))
  serve(api.listEnrolledClasses, (ctx) => Payments.enrolledClasses(ctx))
}

/** Where the provider's notices arrive. The signature is over the raw bytes, so nothing may parse them first. */
export async function noticesRoute(app: FastifyInstance, { ctx }: { ctx: SystemContext }): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post('/webhooks/stripe', { schema: { hide: true } }, async (request) => {
    const rawBody = request.body instanceof Buffer ? request.body : Buffer.alloc(0)
    const notice = ctx.cards.readNotice(rawBody, String(request.headers['stripe-signature'] ?? ''))
    await Payments.takeNotice(ctx, notice)
    return { received: true }
  })
}
