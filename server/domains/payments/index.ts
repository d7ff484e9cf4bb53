import { type Domain, defineJob, HOUR_MS, MINUTE_MS } from '../domain.ts'
import * as Enrolments from '../enrolments/enrolments.ts'
import * as AccountDeletions from './account-deletions.ts'
import { CANCELED } from './canceled-run.emails.ts'
import * as ChoiceReminders from './choice-reminders.ts'
import { CHOICE_EMAILS } from './choices.emails.ts'
import { CHOICE_EXPORTS } from './choices.table.ts'
import * as Choices from './choices.ts'
import { LEDGER_EXPORTS } from './ledger.table.ts'
import * as Party from './party.ts'
import { PAYMENT_EMAILS } from './payments.emails.ts'
import { paymentsRoutes, webhookRoute } from './payments.routes.ts'
import { attempts, PAYMENT_EXPORTS } from './payments.table.ts'
import * as Payments from './payments.ts'
import { RECEIPT_EMAILS } from './receipts.emails.ts'
import { reconcile } from './reconcile.ts'
import { sendPartJob, sendRefundJob } from './refund-jobs.ts'
import { sendRefund } from './refund-sending.ts'
import { queueRelease, releaseAll, releaseHoldsJob } from './releases.ts'
import { SEAT_EMAILS } from './seat-changes.emails.ts'
import { removeOldEvents } from './webhook-events.ts'
import { refundClass, refundClassJob, refundRun, refundRunJob } from './withdrawals.ts'

export const payments: Domain = {
  routes: paymentsRoutes,
  mount: (app, { services }) => webhookRoute(app, { ctx: services }),
  jobs: [
    defineJob(releaseHoldsJob, ({ services }, { userId }) => releaseAll(services, userId)),
    defineJob(refundClassJob, ({ services }, job) => refundClass(services, job.classId, job.requestedBy)),
    defineJob(refundRunJob, ({ services }, job) => refundRun(services, job.runId, job.requestedBy)),
    defineJob(sendRefundJob, ({ services }, { refundId }) => sendRefund(services, refundId)),
    defineJob(sendPartJob, ({ services }, { refundId }) => sendRefund(services, refundId)),
  ],
  emails: {
    'Payments and seats': [...RECEIPT_EMAILS, ...PAYMENT_EMAILS, ...SEAT_EMAILS],
    Dates: [CANCELED, ...CHOICE_EMAILS],
  },
  every: [
    {
      everyMs: MINUTE_MS,
      run: ({ services }, signal) => reconcile(services, Date.now(), signal),
      failure: 'some payments could not be reconciled',
    },
    {
      everyMs: MINUTE_MS,
      run: ({ services }) => Choices.endOverdue(services),
      failure: 'some choices after cancellations could not be ended',
    },
    {
      everyMs: MINUTE_MS,
      run: ({ services }) => ChoiceReminders.remind(services),
      failure: 'some buyers could not be reminded of their choices',
    },
    {
      everyMs: HOUR_MS,
      run: ({ services }) => removeOldEvents(services.db),
      failure: 'old webhook events could not be removed',
    },
  ],
  lockToForget: AccountDeletions.lockClasses,
  async forget(tx, { user, actor, isRefunded }, ctx) {
    await AccountDeletions.endPlaces(ctx, tx, { userId: user.id, by: actor?.id ?? user.id, isRefunded })
    await Enrolments.forgetGuests(tx, user.id)
    await queueRelease(ctx, tx, user.id)
  },
  data: async (ctx, { seatLinks }) => ({
    payments: await Payments.list(ctx),
    seats: await Party.list(ctx, seatLinks, { withPast: true }),
  }),
  // A payment shows the image of its attempt.
  images: [attempts.classImage],
  tables: {
    exported: [...PAYMENT_EXPORTS, ...CHOICE_EXPORTS, ...LEDGER_EXPORTS],
    unexported: { 'public.webhook_events': "ids of the card provider's events, only to handle each once" },
  },
}
