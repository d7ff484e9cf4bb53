/** The key of every query, and what to refetch after each change. */
import type { Query, QueryClient } from '@tanstack/react-query'

/** The first part of each key; a query of one user, item or page appends which one. */
export const queryKeys = {
  accessTokens: ['access tokens'],
  accessTokenScopes: ['access token scopes'],
  activity: ['activity'],
  adminFigures: ['admin figures'],
  allClasses: ['all classes'],
  allOrders: ['all orders'],
  allPayments: ['all payments'],
  attendance: ['attendance'],
  calendar: ['calendar'],
  cancellation: ['cancellation'],
  cart: ['cart'],
  cartItem: ['cart item'],
  cartTerms: ['cart terms'],
  checklist: ['checklist'],
  checkoutPreview: ['checkout preview'],
  move: ['move'],
  choices: ['choices'],
  class: ['class'],
  contractWithdrawals: ['contract withdrawals'],
  critique: ['critique'],
  currencies: ['currencies'],
  email: ['email'],
  emailPreview: ['email preview'],
  emails: ['emails'],
  enrolmentNews: ['enrolment news'],
  enrolments: ['enrolments'],
  holds: ['holds'],
  imports: ['imports'],
  incidents: ['incidents'],
  instructorFigures: ['instructor figures'],
  invitations: ['invitations'],
  intent: ['intent'],
  mailing: ['mailing'],
  mailingClasses: ['mailing classes'],
  mailingPreview: ['mailing preview'],
  mailings: ['mailings'],
  material: ['material'],
  order: ['order'],
  ownClasses: ['own classes'],
  ownPayments: ['own payments'],
  ownTimes: ['own times'],
  ownWaiting: ['own waiting'],
  ownRecord: ['own record'],
  pagePreview: ['page preview'],
  pageVersions: ['page versions'],
  pages: ['pages'],
  payment: ['payment'],
  profile: ['profile'],
  returnedPayment: ['returned payment'],
  reviews: ['reviews'],
  runChoice: ['run choice'],
  runs: ['runs'],
  school: ['school'],
  search: ['search'],
  seatRetry: ['seat retry'],
  seats: ['seats'],
  signInMethods: ['sign-in methods'],
  signInSessions: ['sign-in sessions'],
  slides: ['slides'],
  status: ['status'],
  students: ['students'],
  terms: ['terms'],
  users: ['users'],
  waiting: ['waiting'],
  webhookDeliveries: ['webhook deliveries'],
  webhooks: ['webhooks'],
  withdrawal: ['withdrawal'],
} as const

type Key = keyof typeof queryKeys

// An admin's actions are logged, and an instructor never sees the log: hence `activity` in the lists of admins.
const KEYS_AFTER = {
  classAdded: ['ownClasses', 'runs', 'instructorFigures'],
  classChanged: ['class', 'ownClasses', 'runs', 'instructorFigures'],
  classDeleted: ['class', 'ownClasses', 'runs', 'instructorFigures'],
  withdrawalMarked: ['contractWithdrawals', 'activity'],
  classDecided: ['class', 'allClasses', 'adminFigures', 'activity'],
  feedbackGiven: ['class', 'allClasses', 'adminFigures', 'activity'],
  classWithdrawn: [
    ...(['class', 'ownClasses', 'allClasses', 'runs', 'withdrawal', 'students', 'allPayments', 'payment'] as const),
    ...(['instructorFigures', 'adminFigures', 'activity'] as const),
  ],
  runSaved: ['runs', 'class', 'ownClasses', 'allClasses', 'adminFigures', 'activity'],
  runCanceled: [
    ...(['runs', 'class', 'ownClasses', 'allClasses', 'students', 'allPayments', 'payment'] as const),
    ...(['instructorFigures', 'adminFigures', 'activity'] as const),
  ],
  calendarChanged: ['calendar'],
  enrolmentNewsChanged: ['enrolmentNews'],
  attendanceRecorded: ['attendance'],
  materialSaved: ['material'],
  briefsChanged: ['critique', 'activity'],
  critiqueChanged: ['critique'],
  studentsEmailed: ['activity'],
  schoolChanged: ['school', 'activity'],
  checklistChanged: ['checklist'],
  slidesChanged: ['slides', 'checklist', 'activity'],
  reviewsChanged: ['reviews', 'activity'],
  mailingsChanged: ['mailings', 'mailing', 'activity'],
  emailsChanged: ['emails', 'email', 'activity'],
  profileSaved: ['profile', 'activity'],
  termsChanged: ['terms', 'activity'],
  pagesChanged: ['pages', 'pageVersions', 'checklist', 'activity'],
  selected: ['cart'],
  waitingChanged: ['ownWaiting', 'cart'],
  seatOffered: ['waiting', 'activity'],
  // The card may have been charged before the item's hold was released.
  unselected: ['cart', 'holds', 'ownPayments', 'enrolments'],
  holdReleased: ['holds', 'cart', 'ownPayments', 'enrolments'],
  priceAccepted: ['cart', 'cartItem'],
  // Not `cartItem`: the page of the payment shows it until the visitor leaves.
  purchased: ['cart', 'ownPayments', 'cancellation', 'enrolments', 'ownWaiting', 'seats'],
  purchaseReturned: ['cart', 'cartItem', 'ownPayments'],
  // Not `cancellation`: nothing can be cancelled then.
  paymentCanceled: ['ownPayments', 'payment', 'order', 'enrolments', 'seats'],
  dateChanged: ['ownPayments', 'payment', 'cancellation', 'enrolments', 'class', 'seats'],
  choiceMade: ['runChoice', 'ownPayments', 'payment', 'order', 'enrolments', 'seats', 'class'],
  seatsChanged: ['seats'],
  studentEnrolled: ['students', 'class', 'allClasses', 'adminFigures', 'activity'],
  refundRequested: [
    'allPayments',
    'allOrders',
    'order',
    'payment',
    'ownPayments',
    'enrolments',
    'students',
    'adminFigures',
    'activity',
  ],
  refundRetried: ['allPayments', 'order', 'payment', 'incidents', 'adminFigures', 'activity'],
  invitationsChanged: ['invitations', 'checklist', 'activity'],
  // Not `imports`: each step stores the import that it returns.
  imported: ['users', 'allClasses', 'class', 'students', 'adminFigures', 'activity'],
  roleChanged: ['users', 'invitations', 'allClasses', 'class', 'adminFigures', 'activity'],
  userDeleted: ['users', 'invitations', 'allClasses', 'class', 'students', 'adminFigures', 'activity'],
  emailChangeRequested: ['users', 'activity'],
  ownRoleChanged: ['ownRecord'],
  profileChanged: ['ownRecord'],
  signInMethodsChanged: ['signInMethods'],
  secondFactorChanged: ['signInMethods', 'signInSessions'],
  sessionsEnded: ['signInSessions'],
  accessTokensChanged: ['accessTokens', 'activity'],
  webhooksChanged: ['webhooks', 'activity'],
  jobRetried: ['status', 'activity'],
  timeChecked: ['status'],
  webhookSent: ['webhooks', 'webhookDeliveries'],
} as const satisfies Record<string, readonly Key[]>

export type Change = keyof typeof KEYS_AFTER

/** Marks what `change` has made out of date, and resolves when the queries on the screen are read again. */
export async function refetchAfter(client: QueryClient, change: Change): Promise<void> {
  const outdated = KEYS_AFTER[change].map((key) => ({ queryKey: queryKeys[key] }))
  const continued = outdated.flatMap((filters) =>
    client.getQueryCache().findAll({ ...filters, predicate: isContinued }),
  )
  for (const query of continued) void invalidateAfterRead(client, query)
  await Promise.all(outdated.map((filters) => client.invalidateQueries(filters)))
}

/** Returns whether `invalidateQueries` lets a running read end, whose data may be from before the change and would count as new. */
function isContinued(query: Query): boolean {
  return query.state.fetchStatus === 'fetching' && (!query.isActive() || query.state.data === undefined)
}

async function invalidateAfterRead(client: QueryClient, { promise, queryKey }: Query): Promise<void> {
  await promise?.catch(() => undefined)
  await client.invalidateQueries({ queryKey, exact: true })
}
