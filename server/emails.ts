/** All e-mails that the application sends, in the order of their list. */
import { ACCOUNT_EMAILS } from './adapters/better-auth/email-definitions.ts'
import { TOKEN_CREATED } from './domains/access-tokens/access-tokens.emails.ts'
import { EMAIL_CHANGE_EMAILS } from './domains/account/account.emails.ts'
import { TEST_EMAIL } from './domains/admin/checklist.ts'
import { CALENDAR_EMAILS } from './domains/calendar/calendar.emails.ts'
import { CLASS_EMAILS } from './domains/classes/classes.emails.ts'
import type { EmailGroup } from './domains/emails/readings.ts'
import { INSTRUCTOR_MESSAGE } from './domains/enrolments/enrolments.emails.ts'
import { CHANGED } from './domains/instructor/run-editing.emails.ts'
import { INVITATION } from './domains/invitations/invitations.emails.ts'
import { MAILING_EMAILS } from './domains/mailings/mailings.emails.ts'
import { NEWSLETTER_EMAILS } from './domains/newsletter/newsletter.emails.ts'
import { CANCELED } from './domains/payments/canceled-run.emails.ts'
import { PAYMENT_EMAILS } from './domains/payments/payments.emails.ts'
import { SEAT_EMAILS } from './domains/payments/seat-changes.emails.ts'
import { BELOW_MINIMUM, UNDECIDED } from './domains/runs/runs.emails.ts'
import { WEBHOOK_DISABLED } from './domains/webhooks/webhooks.emails.ts'

export const EMAILS: EmailGroup[] = [
  { name: 'Accounts', emails: [INVITATION, ...ACCOUNT_EMAILS, ...EMAIL_CHANGE_EMAILS, TOKEN_CREATED] },
  { name: 'Payments and seats', emails: [...PAYMENT_EMAILS, ...SEAT_EMAILS] },
  { name: 'Dates', emails: [...CALENDAR_EMAILS, CHANGED, CANCELED, BELOW_MINIMUM, UNDECIDED] },
  { name: 'Classes', emails: [INSTRUCTOR_MESSAGE, ...CLASS_EMAILS] },
  { name: 'Newsletter and messages', emails: [...NEWSLETTER_EMAILS, ...MAILING_EMAILS] },
  { name: 'For the school', emails: [TEST_EMAIL, WEBHOOK_DISABLED] },
]
