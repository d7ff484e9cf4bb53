import { type Domain, defineJob } from '../domain.ts'
import { deliverMailing } from './delivery.ts'
import { MAILING_EMAILS } from './mailings.emails.ts'
import { mailingsRoutes } from './mailings.routes.ts'
import { MAILING_EXPORTS, mailingImages } from './mailings.table.ts'
import { sendMailingJob } from './sending-job.ts'

export const mailings: Domain = {
  routes: mailingsRoutes,
  jobs: [
    defineJob(sendMailingJob, ({ services, mailTransport: transport, newsletterLinks: links }, job) =>
      deliverMailing(services, { transport, links }, job),
    ),
  ],
  emails: { 'Newsletter and messages': MAILING_EMAILS },
  tables: {
    exported: MAILING_EXPORTS,
    unexported: { 'public.mailing_recipients': 'how far newsletters and messages have been sent' },
  },
  images: [mailingImages.image],
}
