/** The e-mail to an invited person. It has no text of the admin or of the person. */
import type { Role } from '#contract/users.ts'
import { INVITATION_DAYS } from '#contract/values/limits.ts'
import type { EmailMessage, Sender } from '#server/platform/mail/email-message.ts'

const AS: Record<Role, string> = { student: 'as a student', instructor: 'as an instructor', admin: 'as an admin' }

/** @param link a URL of /invitation */
export function composeInvitationEmail({ name }: Sender, to: string, role: Role, link: string): EmailMessage {
  return {
    to,
    subject: `Your invitation to ${name}`,
    paragraphs: [
      'Hello,',
      `${name} invites you ${AS[role]}.`,
      { label: `Accept the invitation (once, within ${INVITATION_DAYS} days)`, url: link },
      'The link is for you alone: it confirms your e-mail address. If you did not expect it, ignore this e-mail.',
    ],
  }
}
