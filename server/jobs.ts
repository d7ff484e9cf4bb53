/** The kinds of jobs, and what handles them. */
import { resetRequested } from './adapters/better-auth/password-reset.ts'
import { openMailTransport } from './adapters/mail-transport.ts'
import type { AppComponents } from './app.ts'
import { noteDelivery } from './domains/admin/checklist.ts'
import * as Images from './domains/images/images.ts'
import { deliverMailing } from './domains/mailings/delivery.ts'
import { sendMailingJob } from './domains/mailings/sending-job.ts'
import { sendRefund, sendRefundJob } from './domains/payments/refunds.ts'
import { releaseAll, releaseHoldsJob } from './domains/payments/releases.ts'
import { refundClass, refundClassJob, refundRun, refundRunJob } from './domains/payments/withdrawals.ts'
import { remind, remindJob } from './domains/runs/minimum.ts'
import { deliver } from './domains/webhooks/deliveries.ts'
import { deliverWebhook } from './domains/webhooks/emit.ts'
import type { JobKind } from './platform/jobs/kind.ts'
import { deliverMail } from './platform/mail/mail.ts'

/** All work beside the requests. */
export const JOB_KINDS: JobKind<object>[] = [
  deliverMail,
  resetRequested,
  releaseHoldsJob,
  sendRefundJob,
  refundClassJob,
  refundRunJob,
  remindJob,
  Images.removeFiles,
  deliverWebhook,
  sendMailingJob,
]

/** The kinds of jobs that a restored school goes on with. */
export const KEPT_JOBS = JOB_KINDS.filter(({ sendsMessage }) => !sendsMessage).map(({ name }) => name)

/** Registers the handlers. E-mails come last, because the other jobs cause them and tests run the kinds in this order. */
export function handleJobs({
  services,
  imagePipeline,
  settings,
  webhooks,
  newsletterLinks: links,
}: AppComponents): void {
  const { jobs, log } = services
  jobs.handle(releaseHoldsJob, ({ userId }) => releaseAll(services, userId))
  jobs.handle(refundClassJob, ({ classId, requestedBy }) => refundClass(services, classId, requestedBy))
  jobs.handle(refundRunJob, ({ runId, requestedBy }) => refundRun(services, runId, requestedBy))
  jobs.handle(remindJob, (job) => remind(services, job))
  jobs.handle(sendRefundJob, ({ refundId }) => sendRefund(services, refundId))
  jobs.handle(Images.removeFiles, (image) => Images.remove(imagePipeline.storage, image))
  jobs.handle(deliverWebhook, ({ messageId }) => deliver(services, webhooks, messageId))
  const transport = openMailTransport(settings, services.school, log)
  jobs.handle(sendMailingJob, (job) => deliverMailing(services, { transport, links }, job))
  jobs.handle(deliverMail, async (email, id) => {
    await transport.deliver(email, id)
    await noteDelivery(services.db, email)
  })
}
