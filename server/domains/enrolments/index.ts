import { type Domain, MINUTE_MS } from '../domain.ts'
import * as EnrolledClasses from './enrolled-classes.ts'
import * as EnrolmentNews from './enrolment-news.ts'
import { ENROLMENT_EMAILS } from './enrolments.emails.ts'
import { enrolmentsRoutes } from './enrolments.routes.ts'
import { ENROLMENT_EXPORTS } from './enrolments.table.ts'

export const enrolments: Domain = {
  routes: enrolmentsRoutes,
  emails: { Classes: ENROLMENT_EMAILS },
  every: [
    {
      everyMs: MINUTE_MS,
      run: ({ services }) => EnrolmentNews.sendNews(services),
      failure: 'news of enrolments could not be sent',
    },
  ],
  forget: (tx, { user }) => EnrolmentNews.forget(tx, user.id),
  data: async (ctx) => ({
    enrolled_classes: await EnrolledClasses.list(ctx),
    ended_enrolments: await EnrolledClasses.listEnded(ctx),
    enrolment_news: ctx.actor.role === 'instructor' ? await EnrolmentNews.read(ctx) : null,
  }),
  tables: { exported: ENROLMENT_EXPORTS },
}
