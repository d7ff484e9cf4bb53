/** The e-mail to an invited person. It has no text of the person. */
import type { Role } from '#contract/users.ts'
import { INVITATION_DAYS } from '#contract/values/limits.ts'
import { compose, defineEmail, requiredLink, type TemplatedEmail, text } from '#server/platform/mail/email-template.ts'

export const INVITATION = defineEmail({
  key: 'invitation',
  name: 'Invitation',
  recipient: 'The invited person',
  occasion: 'When an admin invites someone',
  subject: 'Your invitation to {{school_name}}',
  text: `Hello,

{{school_name}} invites you {{role}}.

[Accept the invitation (once, within ${INVITATION_DAYS} days)]({{invitation_link}})

The link is for you alone: it confirms your e-mail address. If you did not expect it, ignore this e-mail.`,
  variables: {
    role: text('“as a student”, “as an instructor” or “as an admin”', 'as a student'),
    invitation_link: requiredLink('accepts the invitation, once', '/invitation?token=example'),
  },
})

const AS: Record<Role, string> = { student: 'as a student', instructor: 'as an instructor', admin: 'as an admin' }

/** @param url a URL of /invitation */
export function composeInvitationEmail(to: string, role: Role, url: string): TemplatedEmail {
  return compose(INVITATION, to, { role: AS[role], invitation_link: url })
}
