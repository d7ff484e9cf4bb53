import type { FastifyInstance } from 'fastify'
import { api } from '#contract/api.ts'
import type { SystemContext } from '#server/context.ts'
import { firstPage } from '#server/database/lists.ts'
import type { Serve } from '#server/http/serve.ts'
import { idFrom } from '#server/refusal.ts'
import * as Attempts from './attempts.ts'
import * as Incidents from './incidents.ts'
import { takeNotice } from './notices.ts'
import * as Payments from './payments.ts'
import { refund } from './refunds.ts'
import * as Withdrawals from './withdrawals.ts'

export function paymentsRoutes(serve: Serve): void {
  serve(api.createPaymentIntent, async (ctx, { body }) => ({
    clientSecret: await Attempts.begin(ctx, body.price, body.cartId),
  }))
  serve(api.recordPayment, async (ctx, { body }) => ({
    paymentResult: { insertedId: await Payments.record(ctx, body.transactionId) },
  }))
  serve(api.listPayments, (ctx) => Payments.list(ctx))
  serve(api.getPayment, (ctx, { params }) => Payments.get(ctx, params.id))
  serve(api.findPayments, (ctx, { query }) => Payments.find(ctx, firstPage(query)))
  serve(api.listIncidents, (ctx) => Incidents.list(ctx))
  serve(api.cancelPayment, async (ctx, { params }) => ({ modifiedCount: await Payments.cancel(ctx, params.id) }))
  serve(api.refundPayment, async (ctx, { params }) => ({
    modifiedCount: await refund(ctx, idFrom(params.id), 'refunded', ctx.actor.id),
  }))
  serve(api.retryRefund, async (ctx, { params }) => ({ modifiedCount: await Payments.retryRefund(ctx, params.id) }))
  serve(api.listEnrolledClasses, (ctx) => Payments.enrolledClasses(ctx))
  serve(api.playClass, (ctx, { params }) => Payments.play(ctx, params.id))
  serve(api.withdrawClass, async (ctx, { params }) => ({ modifiedCount: await Withdrawals.withdraw(ctx, params.id) }))
  serve(api.getWithdrawal, (ctx, { params }) => Withdrawals.progress(ctx, params.id))
}

/** Where the provider's notices arrive. The signature is over the raw bytes, so nothing may parse them first. */
export async function noticesRoute(app: FastifyInstance, { ctx }: { ctx: SystemContext }): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post('/webhooks/stripe', { schema: { hide: true } }, async (request) => {
    const rawBody = request.body instanceof Buffer ? request.body : Buffer.alloc(0)
    const notice = ctx.cards.readNotice(rawBody, String(request.headers['stripe-signature'] ?? ''))
    await takeNotice(ctx, notice)
    return { received: true }
  })
}
