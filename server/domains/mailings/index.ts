import { type Domain, defineJob } from '../domain.ts'
import { deliverMailing } from './delivery.ts'
import { MAILING_EMAILS } from './mailings.emails.ts'
import { mailingsRoutes } from './mailings.routes.ts'
import { sendMailingJob } from './sending-job.ts'

export const mailings: Domain = {
  routes: mailingsRoutes,
  jobs: [
    defineJob(sendMailingJob, ({ services, mailTransport: transport, newsletterLinks: links }, job) =>
      deliverMailing(services, { transport, links }, job),
    ),
  ],
  emails: { 'Newsletter and messages': MAILING_EMAILS },
}
