import { foldLetters } from '#contract/values/fold.ts'

/** The dashboard's pages for admins and what they set, as the search finds them. */
interface DashboardPage {
  to: string
  label: string
  /** What the page has, beside its name: the search finds these words too. */
  about: string
  /** Further words that people use for it, which are not shown. */
  words?: string
}

const SCHOOL = '/dashboard/school'

const PAGES: DashboardPage[] = [
  {
    to: '/dashboard/admin-home',
    label: 'Admin Home',
    about: 'Figures, checklist, classes that wait for approval',
    words: 'dashboard overview statistics revenue sales reports',
  },
  {
    to: '/dashboard/manage-class',
    label: 'Manage Classes',
    about: 'Approve, deny, feedback, students, dates, withdraw, CSV',
    words: `enroll enrolled enrolling enrollment enrolment roster attendance attendees participants courses workshops
      pending review sessions schedule move cancel`,
  },
  {
    to: '/dashboard/all-users',
    label: 'Manage Users',
    about: 'Roles, instructors, admins, students, delete, CSV',
    words: 'people persons members accounts teachers promote demote customers',
  },
  {
    to: '/dashboard/invitations',
    label: 'Invite people',
    about: 'Invitations of instructors and admins',
    words: 'add new user teacher staff',
  },
  {
    to: '/dashboard/profile',
    label: 'Profile',
    about: 'Name, photo, password, second factor, access tokens, calendar',
    words: 'my account e-mail address two 2fa sessions sign-ins devices',
  },
  {
    to: '/dashboard/payments',
    label: 'Payments',
    about: 'Refunds, disputes, receipts, CSV',
    words: 'money orders sales invoices transactions purchases chargebacks',
  },
  {
    to: '/dashboard/activity',
    label: 'Activity',
    about: 'Log of what admins and instructors did',
    words: 'history audit changes',
  },
  {
    to: SCHOOL,
    label: 'School',
    about: 'Name, address, contact, opening hours, time zone, social networks',
    words: 'settings footer phone promises lines texts',
  },
  {
    to: SCHOOL,
    label: 'Look of the school',
    about: 'Logo, favicon, accent color',
    words: 'colour colors colours brand branding theme design icon',
  },
  {
    to: SCHOOL,
    label: 'Rules of the school',
    about: 'Sign-up, currency, cancellation terms',
    words: 'registration money policy',
  },
  { to: SCHOOL, label: 'Export everything', about: 'Archive of all data', words: 'download takeout' },
  {
    to: '/dashboard/slides',
    label: 'Slides',
    about: 'Hero slider of the home page',
    words: 'banner carousel pictures',
  },
  {
    to: '/dashboard/reviews',
    label: 'Reviews',
    about: 'Testimonials of the home page',
    words: 'quotes recommendations ratings',
  },
  {
    to: '/dashboard/pages',
    label: 'Pages',
    about: 'Terms, privacy, refunds, contact, about, menu, footer',
    words: 'faq imprint navigation texts',
  },
  {
    to: '/dashboard/newsletter',
    label: 'Newsletter',
    about: 'Messages to subscribers and students, archive',
    words: 'mailing list campaign write send',
  },
  {
    to: '/dashboard/newsletter/new',
    label: 'New message',
    about: 'Write a newsletter, or to the students of classes',
    words: 'send e-mail all students mailing campaign',
  },
  {
    to: '/dashboard/emails',
    label: 'E-mails',
    about: 'Words of the messages that are sent, templates, variables',
    words: 'emails mails notifications confirmation',
  },
  {
    to: '/dashboard/import',
    label: 'Import',
    about: 'Users, classes and enrolments from CSV files',
    words: 'upload spreadsheet excel migrate',
  },
  {
    to: '/dashboard/status',
    label: 'Status',
    about: 'Queue, failed jobs, e-mail, card provider, disk, database, backup',
    words: 'health errors problems version restore',
  },
  {
    to: '/dashboard/api',
    label: 'API',
    about: 'Webhooks, documentation for programs',
    words: 'developers integration',
  },
]

/** Returns the pages of which every word of a text begins a word; those whose name has them come first. All for a blank text. */
export function findPages(text: string): DashboardPage[] {
  const words = toWords(text)
  const hasAll = (name: string) => words.every((word) => toWords(name).some((one) => one.startsWith(word)))
  const matches = PAGES.filter(({ label, about, words: more = '' }) => hasAll(`${label} ${about} ${more}`))
  return [...matches.filter(({ label }) => hasAll(label)), ...matches.filter(({ label }) => !hasAll(label))]
}

function toWords(text: string): string[] {
  return foldLetters(text).match(/[\p{L}\p{N}]+/gu) ?? []
}
