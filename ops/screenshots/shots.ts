/** Every screenshot: its page, its viewer and the drawer to open first. A new page gets a line here. */
import { PATHS } from '../../testing/paths.ts'

export type Viewer = 'visitor' | 'student' | 'instructor' | 'admin'

export interface Shot {
  /** Part of the file's name. */
  name: string
  /** The pattern in web/routes.ts. */
  path: string
  viewer: Viewer
  /** The query after the path. */
  query?: string
  /** The value for the pattern's parameters; prepare() returns it. */
  fill?:
    | ('cartId' | 'mailingId' | 'instructorId' | 'classId' | 'paymentId' | 'taughtId' | 'taughtRun')
    | ('webhookId' | 'emailId' | 'studentEmail')
    | ('classAddress' | 'soldOutAddress' | 'instructorAddress' | 'pageSlug')
  /** The button of a drawer to open first. Such a screenshot is taken at a phone's width only. */
  drawer?: string
}

const page = (name: string, path: string, viewer: Viewer, more: Partial<Shot> = {}): Shot => ({
  name,
  path,
  viewer,
  ...more,
})

export const SHOTS: Shot[] = [
  page('home', '/', 'visitor'),
  page('menu', '/', 'visitor', { drawer: 'Menu' }),
  page('classes', '/classes', 'visitor'),
  page('classes-student', '/classes', 'student'),
  page('class', '/classes/:address', 'visitor', { fill: 'classAddress' }),
  page('class-sold-out', '/classes/:address', 'visitor', { fill: 'soldOutAddress' }),
  page('instructors', '/instructors', 'visitor'),
  page('instructor', '/instructors/:address', 'visitor', { fill: 'instructorAddress' }),
  page('login', '/login', 'visitor'),
  page('signup', '/signup', 'visitor'),
  page('forgot-password', '/forgot-password', 'visitor'),
  page('reset-password', '/reset-password', 'visitor', { query: '?token=some' }),
  page('reset-password-spent', '/reset-password', 'visitor'),
  page('verify-email', '/verify-email', 'visitor'),
  page('change-email', '/change-email', 'visitor', { query: '?token=some' }),
  page('restore-email', '/restore-email', 'visitor', { query: '?token=some' }),
  page('contact', '/contact', 'visitor'),
  page('terms', '/terms', 'visitor'),
  page('privacy', '/privacy', 'visitor'),
  page('refunds', '/refunds', 'visitor'),
  page('page', '/pages/:slug', 'visitor', { fill: 'pageSlug' }),
  page('newsletter', '/newsletter', 'visitor'),
  page('newsletter-confirm', '/newsletter/confirm', 'visitor'),
  page('newsletter-unsubscribe', '/newsletter/unsubscribe', 'visitor'),
  page('invitation', '/invitation', 'visitor'),
  page('setup', '/setup', 'visitor'),
  page('not-found', '/*', 'visitor'),

  page('student-home', '/dashboard/student-home', 'student'),
  page('student-menu', '/dashboard/student-home', 'student', { drawer: 'Dashboard menu' }),
  page('my-selected-class', '/dashboard/my-selected-class', 'student'),
  page('payment', '/dashboard/payment/:id', 'student', { fill: 'cartId' }),
  page('payment-history', '/dashboard/payment-history', 'student'),
  page('enroll-class', '/dashboard/enroll-class', 'student'),
  page('enrolled-class', '/dashboard/class/:id', 'student', { fill: 'classId' }),
  page('receipt', '/dashboard/receipt/:id', 'student', { fill: 'paymentId' }),
  page('profile', '/dashboard/profile', 'student'),
  page('dashboard-not-found', '/dashboard/*', 'student'),

  page('instructor-home', '/dashboard/instructor-home', 'instructor'),
  page('instructor-menu', '/dashboard/instructor-home', 'instructor', { drawer: 'Dashboard menu' }),

  page('add-class', '/dashboard/add-class', 'instructor'),
  page('my-class', '/dashboard/my-class', 'instructor'),
  page('class-update', '/dashboard/class-update/:id', 'instructor', { fill: 'taughtId' }),
  page('class-material', '/dashboard/class-material/:id', 'instructor', { fill: 'taughtId' }),
  page('dates', '/dashboard/dates', 'instructor'),
  page('class-dates', '/dashboard/dates/:id', 'instructor', { fill: 'taughtId' }),
  page('add-date', '/dashboard/dates/:id/new', 'instructor', { fill: 'taughtId' }),
  page('change-date', '/dashboard/dates/:id/:runId', 'instructor', { fill: 'taughtRun' }),
  page('class-students', '/dashboard/class-students/:id', 'instructor', { fill: 'taughtId' }),
  page('withdrawal', '/dashboard/withdrawal/:id', 'instructor', { fill: 'taughtId' }),

  page('admin-home', '/dashboard/admin-home', 'admin'),
  page('admin-menu', '/dashboard/admin-home', 'admin', { drawer: 'Dashboard menu' }),
  page('manage-class', '/dashboard/manage-class', 'admin'),
  page('feedback', '/dashboard/feedback/:id', 'admin', { fill: 'taughtId' }),
  page('all-users', '/dashboard/all-users', 'admin'),
  page('user-email', '/dashboard/user-email/:email', 'admin', { fill: 'studentEmail' }),
  page('payments', '/dashboard/payments', 'admin'),
  page('activity', '/dashboard/activity', 'admin'),
  page('school', '/dashboard/school', 'admin'),
  page('slides', '/dashboard/slides', 'admin'),
  page('reviews', '/dashboard/reviews', 'admin'),
  page('pages', '/dashboard/pages', 'admin'),
  page('invitations', '/dashboard/invitations', 'admin'),
  page('newsletters', '/dashboard/newsletter', 'admin'),
  page('new-mailing', '/dashboard/newsletter/new', 'admin'),
  page('mailing', '/dashboard/newsletter/:id', 'admin', { fill: 'mailingId' }),
  page('instructor-profile', '/dashboard/instructor-profile/:id', 'admin', { fill: 'instructorId' }),
  page('emails', '/dashboard/emails', 'admin'),
  page('email', '/dashboard/emails/:id', 'admin', { fill: 'emailId' }),
  page('import', '/dashboard/import', 'admin'),
  page('status', '/dashboard/status', 'admin'),
  page('api', '/dashboard/api', 'admin'),
  page('webhook', '/dashboard/webhook/:id', 'admin', { fill: 'webhookId' }),
]

/** The first redirects to the home of the role. The second looks as `page`, and needs a newsletter that was sent. */
const LEFT_OUT = ['/dashboard', '/newsletter/:slug']

/** Returns the screenshots with these names; all without a name. Throws where a page of web/routes.ts has none. */
export function findShots(names: string[]): Shot[] {
  const missing = PATHS.filter((it) => !LEFT_OUT.includes(it) && !SHOTS.some(({ path }) => path === it))
  if (missing.length > 0) throw new Error(`ops/screenshots/shots.ts has no screenshot of ${missing.join(', ')}`)
  const unknown = names.filter((name) => !SHOTS.some((shot) => shot.name === name))
  if (unknown.length > 0) throw new Error(`There is no screenshot ${unknown.join(', ')}`)
  return names.length > 0 ? SHOTS.filter(({ name }) => names.includes(name)) : SHOTS
}
