import type { Action, ActivityEntry } from '#contract/activity.ts'

type FindPath = (entry: Pick<ActivityEntry, 'subject' | 'subjectId'>) => string

const narrow =
  (list: string): FindPath =>
  ({ subject }) =>
    `/dashboard/${list}?${new URLSearchParams({ q: subject })}`
const openPage =
  (page: string): FindPath =>
  () =>
    `/dashboard/${page}`

const CLASSES = narrow('manage-class')
const USERS = narrow('all-users')
const PAYMENTS: FindPath = ({ subjectId }) => `/dashboard/receipt/${subjectId}`

/** The page of the subject of an action, by the beginning of the action's name. */
const PATHS: [beginning: string, find: FindPath][] = [
  ['class_', CLASSES],
  ['run_', CLASSES],
  ['students_', CLASSES],
  ['student_', CLASSES],
  ['substitute_named', CLASSES],
  ['enrolment_', CLASSES],
  ['seat_', CLASSES],
  ['choice_', narrow('choices')],
  ['made_', USERS],
  ['user_invited', openPage('invitations')],
  ['user_', USERS],
  ['address_', USERS],
  ['profile_', USERS],
  ['invitation_', openPage('invitations')],
  ['feedback_', CLASSES],
  ['payment_', PAYMENTS],
  ['refund_', PAYMENTS],
  ['withdrawal_', narrow('withdrawals')],
  ['access_token_', openPage('profile')],
  ['webhook_', openPage('api')],
  ['school_', openPage('school')],
  ['slide_', openPage('slides')],
  ['review_', openPage('reviews')],
  ['brief_', openPage('critique')],
  ['terms_', openPage('terms')],
  ['coupon_', openPage('coupons')],
  ['credit_', USERS],
  ['voucher_', narrow('vouchers')],
  ['page_', openPage('pages')],
  ['mailing_', ({ subjectId }) => `/dashboard/newsletter/${subjectId}`],
  ['email_', openPage('emails')],
  ['import_', openPage('import')],
  ['job_', openPage('status')],
]

/** Returns the path of the page that has the subject of an action, for admins. */
export function findSubject({
  deed,
  subject,
  subjectId,
}: Pick<ActivityEntry, 'deed' | 'subject' | 'subjectId'>): string {
  return findPath(deed)({ subject, subjectId })
}

function findPath(action: Action): FindPath {
  return PATHS.find(([beginning]) => action.startsWith(beginning))?.[1] ?? openPage('activity')
}
