/** All mutations. Each file lists those of some domains. */
import { CLASSES } from './mutations/classes.ts'
import { EMAILS } from './mutations/emails.ts'
import { ORDERS } from './mutations/orders.ts'
import { PAGES } from './mutations/pages.ts'
import { PLATFORM } from './mutations/platform.ts'
import { PROGRAMS } from './mutations/programs.ts'
import { RUNS } from './mutations/runs.ts'
import { SCHOOL } from './mutations/school.ts'
import { SEATS } from './mutations/seats.ts'
import { SESSIONS } from './mutations/sessions.ts'
import { USERS } from './mutations/users.ts'

export const MUTATIONS = [
  ...SEATS,
  ...ORDERS,
  ...CLASSES,
  ...RUNS,
  ...USERS,
  ...PLATFORM,
  ...PROGRAMS,
  ...PAGES,
  ...SESSIONS,
  ...SCHOOL,
  ...EMAILS,
]
