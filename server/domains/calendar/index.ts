import { type Domain, MINUTE_MS } from '../domain.ts'
import { CALENDAR_EMAILS } from './calendar.emails.ts'
import { calendarRoutes } from './calendar.routes.ts'
import { CALENDAR_EXPORTS } from './calendar.table.ts'
import * as Calendar from './calendar.ts'
import { remind } from './due-reminders.ts'

export const calendar: Domain = {
  routes: (serve, { feedLinks }) => calendarRoutes(serve, feedLinks),
  emails: { Dates: CALENDAR_EMAILS },
  every: [{ everyMs: MINUTE_MS, run: ({ services }) => remind(services), failure: 'some reminders could not be sent' }],
  forget: (tx, { user }) => Calendar.forget(tx, user.id),
  data: async (ctx, { feedLinks }) => ({ calendar: await Calendar.readSettings(ctx, feedLinks) }),
  tables: {
    exported: CALENDAR_EXPORTS,
    unexported: { 'public.time_checks': 'sessions whose time an admin checks under Status' },
  },
}
