/**
 * Every call of the API, composed from the domains. Server, browser, tests and /api/openapi.json use this object.
 * Checks run in this order: sign-in (401), role (403), body and query (400), existence (404), conflict (409).
 */
import { accessTokensEndpoints } from './access-tokens.ts'
import { accountEndpoints } from './account.ts'
import { accountDeletionEndpoints } from './account-deletion.ts'
import { activityEndpoints } from './activity.ts'
import { adminPaymentsEndpoints } from './admin-payments.ts'
import { attendanceEndpoints } from './attendance.ts'
import { backupEndpoints } from './backup.ts'
import { calendarEndpoints } from './calendar.ts'
import { cartEndpoints } from './cart.ts'
import { checklistEndpoints } from './checklist.ts'
import { checkoutEndpoints } from './checkout.ts'
import { choicesEndpoints } from './choices.ts'
import { classApprovalEndpoints } from './class-approval.ts'
import { classPagesEndpoints } from './class-pages.ts'
import { classSearchEndpoints } from './class-search.ts'
import { classesEndpoints } from './classes.ts'
import { contractWithdrawalsEndpoints } from './contract-withdrawals.ts'
import { couponsEndpoints } from './coupons.ts'
import { creditEndpoints } from './credit.ts'
import { critiqueEndpoints } from './critique.ts'
import { emailChangesEndpoints } from './email-changes.ts'
import { emailsEndpoints } from './emails.ts'
import { composeEndpoints } from './endpoint.ts'
import { enrolmentsEndpoints } from './enrolments.ts'
import { adminEndpoints, instructorEndpoints } from './figures.ts'
import { homeEndpoints } from './home.ts'
import { imagesEndpoints } from './images.ts'
import { importEndpoints } from './import-calls.ts'
import { invitationsEndpoints } from './invitations.ts'
import { mailingSendingEndpoints } from './mailing-sending.ts'
import { mailingsEndpoints } from './mailings.ts'
import { materialsEndpoints } from './materials.ts'
import { movesEndpoints } from './moves.ts'
import { newsletterArchiveEndpoints, newsletterEndpoints } from './newsletter.ts'
import { ordersEndpoints } from './orders.ts'
import { pagesEndpoints } from './pages.ts'
import { paymentsEndpoints } from './payments.ts'
import { profilesEndpoints } from './profiles.ts'
import { runsEndpoints } from './run-editing.ts'
import { schoolEndpoints } from './school.ts'
import { searchEndpoints } from './search.ts'
import { seatsEndpoints } from './seats.ts'
import { setupEndpoints } from './setup.ts'
import { statusEndpoints } from './status.ts'
import { termsEndpoints } from './terms.ts'
import { usersEndpoints } from './users.ts'
import { vouchersEndpoints } from './vouchers.ts'
import { waitingEndpoints } from './waiting.ts'
import { webhooksEndpoints } from './webhooks.ts'
import { withdrawalsEndpoints } from './withdrawals.ts'

export const api = composeEndpoints({
  users: usersEndpoints,
  invitations: invitationsEndpoints,
  account: { ...accountEndpoints, ...accountDeletionEndpoints, ...emailChangesEndpoints },
  'access-tokens': accessTokensEndpoints,
  webhooks: webhooksEndpoints,
  school: schoolEndpoints,
  setup: setupEndpoints,
  home: homeEndpoints,
  profiles: profilesEndpoints,
  pages: pagesEndpoints,
  newsletter: newsletterEndpoints,
  mailings: { ...mailingsEndpoints, ...mailingSendingEndpoints, ...newsletterArchiveEndpoints },
  emails: emailsEndpoints,
  terms: termsEndpoints,
  classes: { ...classesEndpoints, ...classApprovalEndpoints, ...classSearchEndpoints, ...classPagesEndpoints },
  runs: runsEndpoints,
  images: imagesEndpoints,
  materials: materialsEndpoints,
  enrolments: { ...enrolmentsEndpoints, ...movesEndpoints },
  attendance: attendanceEndpoints,
  critique: critiqueEndpoints,
  calendar: calendarEndpoints,
  waiting: waitingEndpoints,
  instructor: instructorEndpoints,
  admin: { ...adminEndpoints, ...checklistEndpoints },
  import: importEndpoints,
  search: searchEndpoints,
  activity: activityEndpoints,
  backup: backupEndpoints,
  status: statusEndpoints,
  cart: cartEndpoints,
  orders: ordersEndpoints,
  coupons: couponsEndpoints,
  credit: creditEndpoints,
  vouchers: vouchersEndpoints,
  'contract-withdrawals': contractWithdrawalsEndpoints,
  payments: {
    ...paymentsEndpoints,
    ...adminPaymentsEndpoints,
    ...checkoutEndpoints,
    ...seatsEndpoints,
    ...withdrawalsEndpoints,
    ...choicesEndpoints,
  },
})
