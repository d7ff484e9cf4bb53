/** All domains in their order: each may call those before it. A new one is entered here, in contract/api.ts and in web/routes.ts. */
import { accessTokens } from './access-tokens/index.ts'
import { account } from './account/index.ts'
import { activity } from './activity/index.ts'
import { attendance } from './attendance/index.ts'
import { backup } from './backup/index.ts'
import { calendar } from './calendar/index.ts'
import { cart } from './cart/index.ts'
import { classEditing } from './classes/editing/index.ts'
import { classes } from './classes/index.ts'
import { contractWithdrawals } from './contract-withdrawals/index.ts'
import { coupons } from './coupons/index.ts'
import { credit } from './credit/index.ts'
import { critique } from './critique/index.ts'
import type { Domain } from './domain.ts'
import { emails } from './emails/index.ts'
import { enrolments } from './enrolments/index.ts'
import { home } from './home/index.ts'
import { images } from './images/index.ts'
import { imports } from './import/index.ts'
import { invitations } from './invitations/index.ts'
import { mailings } from './mailings/index.ts'
import { materials } from './materials/index.ts'
import { newsletter } from './newsletter/index.ts'
import { orders } from './orders/index.ts'
import { pages } from './pages/index.ts'
import { payments } from './payments/index.ts'
import { profiles } from './profiles/index.ts'
import { school } from './school/index.ts'
import { search } from './search/index.ts'
import { setup } from './setup/index.ts'
import { status } from './status/index.ts'
import { terms } from './terms/index.ts'
import { users } from './users/index.ts'
import { vouchers } from './vouchers/index.ts'
import { waiting } from './waiting/index.ts'
import { webhooks } from './webhooks/index.ts'

export const DOMAINS: readonly Domain[] = [
  newsletter,
  activity,
  users,
  invitations,
  accessTokens,
  webhooks,
  images,
  school,
  emails,
  home,
  profiles,
  terms,
  pages,
  classes,
  cart,
  materials,
  enrolments,
  attendance,
  critique,
  calendar,
  waiting,
  mailings,
  orders,
  coupons,
  credit,
  vouchers,
  payments,
  contractWithdrawals,
  classEditing,
  setup,
  imports,
  search,
  backup,
  status,
  account,
]
