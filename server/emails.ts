/** All e-mails that the application sends, in the order of their list. */
import { ACCOUNT_EMAILS } from './adapters/better-auth/email-definitions.ts'
import type { EmailGroup } from './domains/emails/readings.ts'
import { DOMAIN_EMAILS } from './domains/index.ts'

export const EMAILS: EmailGroup[] = DOMAIN_EMAILS.map(({ name, emails }) => ({
  name,
  emails: name === 'Accounts' ? [...ACCOUNT_EMAILS, ...emails] : emails,
}))
