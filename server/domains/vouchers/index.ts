import { type Domain, defineJob, MINUTE_MS } from '../domain.ts'
import { deliverDue, forgetBuyer, writeToBuyer, writeToRecipient } from './delivery.ts'
import { reconcileSales } from './reconcile.ts'
import { deliverVoucherJob, refundVoucherJob } from './voucher-jobs.ts'
import { sendRefund } from './voucher-refunds.ts'
import { VOUCHER_EMAILS } from './vouchers.emails.ts'
import { vouchersRoutes } from './vouchers.routes.ts'
import { VOUCHER_EXPORTS } from './vouchers.table.ts'
import * as Vouchers from './vouchers.ts'

export const vouchers: Domain = {
  routes: vouchersRoutes,
  jobs: [
    defineJob(deliverVoucherJob, (components, { voucherId, to }) =>
      to === 'buyer' ? writeToBuyer(components, voucherId) : writeToRecipient(components, voucherId),
    ),
    defineJob(refundVoucherJob, ({ services }, { voucherId }) => sendRefund(services, voucherId)),
  ],
  emails: { 'Payments and seats': VOUCHER_EMAILS },
  every: [
    {
      everyMs: MINUTE_MS,
      run: ({ services }, signal) => reconcileSales(services, Date.now(), signal),
      failure: 'some vouchers could not be reconciled',
    },
    {
      everyMs: MINUTE_MS,
      run: ({ services }) => deliverDue(services),
      failure: 'some vouchers could not be delivered',
    },
  ],
  forget: (tx, { user }) => forgetBuyer(tx, user.id),
  data: async (ctx) => ({
    vouchers: (await Vouchers.list({ ...ctx, actor: { ...ctx.actor, role: 'student' } }, {})).rows,
  }),
  tables: { exported: VOUCHER_EXPORTS },
}
