import { foldLetters } from '#contract/values/fold.ts'

/** The dashboard's pages for admins and what they set, as the search finds them. */
interface DashboardPage {
  to: string
  label: string
  /** What the page has, beside its name: the search finds these words too. */
  about: string
}

const PAGES: DashboardPage[] = [
  { to: '/dashboard/admin-home', label: 'Admin Home', about: 'Figures, checklist, classes that wait for approval' },
  { to: '/dashboard/manage-class', label: 'Manage Classes', about: 'Approve, deny, feedback, dates, withdraw, CSV' },
  { to: '/dashboard/all-users', label: 'Manage Users', about: 'Roles, instructors, admins, students, delete, CSV' },
  { to: '/dashboard/invitations', label: 'Invite people', about: 'Invitations of instructors and admins' },
  {
    to: '/dashboard/profile',
    label: 'Profile',
    about: 'Name, photo, password, second factor, access tokens, calendar',
  },
  { to: '/dashboard/payments', label: 'Payments', about: 'Refunds, disputes, receipts, CSV' },
  { to: '/dashboard/activity', label: 'Activity', about: 'Log of what admins and instructors did' },
  {
    to: '/dashboard/school',
    label: 'School',
    about: 'Name, address, contact, opening hours, time zone, social networks',
  },
  { to: '/dashboard/school', label: 'Look of the school', about: 'Logo, favicon, accent color' },
  { to: '/dashboard/school', label: 'Rules of the school', about: 'Sign-up, currency, cancellation terms' },
  { to: '/dashboard/school', label: 'Export everything', about: 'Archive of all data' },
  { to: '/dashboard/slides', label: 'Slides', about: 'Hero slider of the home page' },
  { to: '/dashboard/reviews', label: 'Reviews', about: 'Testimonials of the home page' },
  { to: '/dashboard/pages', label: 'Pages', about: 'Terms, privacy, refunds, contact, about, menu, footer' },
  { to: '/dashboard/newsletter', label: 'Newsletter', about: 'Messages to subscribers and students, archive' },
  { to: '/dashboard/emails', label: 'E-mails', about: 'Words of the messages that are sent, templates, variables' },
  { to: '/dashboard/import', label: 'Import', about: 'Users, classes and enrolments from CSV files' },
  {
    to: '/dashboard/status',
    label: 'Status',
    about: 'Queue, failed jobs, e-mail, card provider, disk, database, backup',
  },
  { to: '/dashboard/api', label: 'API', about: 'Webhooks, documentation for programs' },
]

/** Returns the pages of which every word of a text begins a word; those whose name has them come first. All for a blank text. */
export function findPages(text: string): DashboardPage[] {
  const words = toWords(text)
  const hasAll = (name: string) => words.every((word) => toWords(name).some((one) => one.startsWith(word)))
  const matches = PAGES.filter(({ label, about }) => hasAll(`${label} ${about}`))
  return [...matches.filter(({ label }) => hasAll(label)), ...matches.filter(({ label }) => !hasAll(label))]
}

function toWords(text: string): string[] {
  return foldLetters(text).match(/[\p{L}\p{N}]+/gu) ?? []
}
