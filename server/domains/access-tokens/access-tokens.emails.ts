/** The e-mail that tells a user about a new access token, in case they did not create it. */
import type { EmailMessage } from '#server/platform/mail/email-message.ts'
import type { Actor, Services } from '#server/ports/context.ts'

/** Leaves out the token's name, so that our e-mails carry no text of the caller. */
export function composeCreatedEmail({ publicUrl }: Pick<Services, 'publicUrl'>, { email, name }: Actor): EmailMessage {
  return {
    to: email,
    subject: 'New access token in your account',
    paragraphs: [
      `Dear ${name},`,
      'An access token was created in your account. With it, a program can use our site in your name.',
      "If this wasn't you, revoke it in your profile and change your password.",
      { label: 'Your profile', url: `${publicUrl}/dashboard/profile` },
    ],
  }
}
