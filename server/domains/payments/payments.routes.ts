import type { FastifyInstance } from 'fastify'
import { api } from '#contract/api.ts'
import type { NewCartItem } from '#contract/cart.ts'
import type { CheckoutSelection } from '#contract/checkout.ts'
import { toMinor } from '#contract/values/money.ts'
import type { Choice } from '#server/domains/cart/selection.ts'
import { limitWrongCodes } from '#server/domains/coupons/wrong-codes.ts'
import type { Components } from '#server/domains/domain.ts'
import { toFirstPage } from '#server/platform/database/lists.ts'
import type { Context, SystemContext } from '#server/ports/context.ts'
import type { HandlerOptions, Serve } from '#server/ports/serve.ts'
import * as AdminMoves from './admin-moves.ts'
import { refundByAdmin, retryRefund } from './admin-refunds.ts'
import * as Attempts from './attempts.ts'
import { readCartTerms } from './cancellation.ts'
import * as Checkouts from './checkouts.ts'
import * as Choices from './choices.ts'
import { readAdminFigures, readInstructorFigures } from './figures.ts'
import { listChoices } from './find-choices.ts'
import { sumUp } from './find-payments.ts'
import * as Grants from './grants.ts'
import * as Incidents from './incidents.ts'
import * as Party from './party.ts'
import * as Payments from './payments.ts'
import * as Releases from './releases.ts'
import * as Returns from './returns.ts'
import * as SeatChanges from './seat-changes.ts'
import type { SeatLinks } from './seat-links.ts'
import { nameSubstitute } from './substitutes.ts'
import { handleWebhookEvent } from './webhook-events.ts'
import * as Withdrawals from './withdrawals.ts'

export function paymentsRoutes(
  serve: Serve,
  { rateLimiter, seatLinks }: Pick<Components, 'rateLimiter' | 'seatLinks'>,
): void {
  const limitCodes = <T>(
    { actor }: Context,
    { code }: CheckoutSelection,
    { network }: HandlerOptions,
    run: () => Promise<T>,
  ) => (code === null || code === undefined ? run() : limitWrongCodes(rateLimiter, { userId: actor.id, network }, run))

  seatsRoutes(serve, seatLinks)
  serve(api.createPaymentIntent, async (ctx, { body }) => ({
    clientSecret: await Attempts.begin(ctx, toMinor(body.price, ctx.currency), body.cartId),
  }))
  serve(api.previewCheckout, (ctx, { body }, options) =>
    limitCodes(ctx, body, options, () => Checkouts.preview(ctx, body)),
  )
  serve(api.beginCheckout, (ctx, { body }, options) => limitCodes(ctx, body, options, () => Checkouts.begin(ctx, body)))
  serve(api.completeCheckout, async (ctx, { params }) => ({
    paymentResult: { insertedId: await Checkouts.complete(ctx, params.id) },
  }))
  serve(api.changeCartDate, async (ctx, { params, body }) => ({
    insertedId: await Releases.changeDate(ctx, params.id, body),
  }))
  serve(api.selectClass, async (ctx, { body }) => ({
    insertedId: await Releases.selectClass(ctx, toChoice(body)),
  }))
  serve(api.removeCartItem, async (ctx, { params }) => ({
    deletedCount: await Releases.removeCartItem(ctx, params.id),
  }))
  serve(api.listHolds, (ctx) => Releases.list(ctx))
  serve(api.releaseHold, async (ctx, { params }) => ({ modifiedCount: await Releases.release(ctx, params.id) }))
  serve(api.getCartTerms, (ctx, { params }) => readCartTerms(ctx, params.id))
  serve(api.recordPayment, async (ctx, { body }) => ({
    paymentResult: { insertedId: await Payments.record(ctx, body.transactionId) },
  }))
  serve(api.listPayments, (ctx) => Payments.list(ctx))
  serve(api.getPayment, (ctx, { params }) => Payments.get(ctx, params.id))
  serve(api.findPayments, (ctx, { query }) => Payments.find(ctx, toFirstPage(query)))
  serve(api.exportPayments, async (ctx, { query }) => Payments.exportPayments(ctx, query))
  serve(api.getAdminFigures, (ctx) => readAdminFigures(ctx))
  serve(api.getInstructorFigures, (ctx) => readInstructorFigures(ctx))
  serve(api.sumPayments, (ctx, { query }) => sumUp(ctx, query))
  serve(api.listIncidents, (ctx) => Incidents.list(ctx))
  serve(api.getCancellation, (ctx, { params }, { receivedAt }) => Payments.getCancellation(ctx, params.id, receivedAt))
  serve(api.cancelPayment, async (ctx, { params, body }, { receivedAt }) => ({
    modifiedCount: await Payments.cancel(ctx, params.id, body ?? {}, receivedAt),
  }))
  serve(api.refundPayment, async (ctx, { params, body }) => ({
    modifiedCount: await refundByAdmin(ctx, params.id, body ?? {}),
  }))
  serve(api.retryRefund, async (ctx, { params }) => ({ modifiedCount: await retryRefund(ctx, params.id) }))
  seatRoutes(serve)
}

/** Serves calls about seats after their payment, or without one. */
function seatRoutes(serve: Serve): void {
  serve(api.returnSeat, async (ctx, { params, body }) => ({
    modifiedCount: await Returns.setReturn(ctx, params.id, body.on),
  }))
  serve(api.moveEnrolment, (ctx, { params, body }) => SeatChanges.move(ctx, params.id, body))
  serve(api.getMove, (ctx, { params, query }) => SeatChanges.quote(ctx, params.id, query.runId))
  serve(api.moveStudent, (ctx, { params, body }) => AdminMoves.move(ctx, params.id, body))
  serve(api.getStudentMove, (ctx, { params, query }) => AdminMoves.quote(ctx, params.id, query))
  serve(api.nameSubstitute, async (ctx, { params, body }) => ({
    modifiedCount: await nameSubstitute(ctx, params.id, body),
  }))
  serve(api.grantEnrolment, async (ctx, { params, body }) => ({
    insertedId: await Grants.grant(ctx, params.id, body),
  }))
  serve(api.endEnrolment, async (ctx, { params }) => ({ deletedCount: await Grants.end(ctx, params.id) }))
  serve(api.withdrawClass, async (ctx, { params }) => ({ modifiedCount: await Withdrawals.withdraw(ctx, params.id) }))
  serve(api.getRunChoice, (ctx, { params }) => Choices.read(ctx, params.id))
  serve(api.chooseForRun, async (ctx, { params, body }, { receivedAt }) => ({
    modifiedCount: await Choices.choose(ctx, params.id, body, receivedAt),
  }))
  serve(api.listChoices, (ctx, { query }) => listChoices(ctx, toFirstPage(query)))
  serve(api.getWithdrawal, (ctx, { params }) => Withdrawals.readProgress(ctx, params.id))
}

function seatsRoutes(serve: Serve, seatLinks: SeatLinks): void {
  serve(api.listSeats, (ctx) => Party.list(ctx, seatLinks, { withPast: false }))
  serve(api.readSeatLink, (ctx, { body }) => Party.describeLink(ctx, seatLinks, body.token))
  serve(api.claimSeat, async (ctx, { body }) => ({ insertedId: await Party.claim(ctx, seatLinks, body.token) }))
  serve(api.withdrawSeatLink, async (ctx, { params }) => ({ modifiedCount: await Party.withdrawLink(ctx, params.id) }))
  serve(api.nameGuest, async (ctx, { params, body }) => ({
    modifiedCount: await Party.nameGuest(ctx, params.id, body.name),
  }))
}

/** Receives the provider's webhook events. The signature covers the raw bytes, so the body must not be parsed before. */
export async function webhookRoute(app: FastifyInstance, { ctx }: { ctx: SystemContext }): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post('/webhooks/stripe', { schema: { hide: true } }, async (request) => {
    const rawBody = request.body instanceof Buffer ? request.body : Buffer.alloc(0)
    const event = ctx.cards.readWebhookEvent(rawBody, String(request.headers['stripe-signature'] ?? ''))
    await handleWebhookEvent(ctx, event)
    return { received: true }
  })
}

/** Further seats need all that says so: any other body is the selection of a first seat. */
function toChoice({ classId, runId, seats, for_others }: NewCartItem): Choice {
  return {
    classId,
    runId,
    seats: seats ?? 1,
    isForOthers: for_others === true && seats !== undefined && runId !== undefined,
  }
}
