/** The e-mail that tells a user about a new access token, in case they did not create it. */
import { composeGreeting } from '#server/platform/mail/email-message.ts'
import { compose, defineEmail, GREETING, link, type TemplatedEmail } from '#server/platform/mail/email-template.ts'
import type { Actor, Services } from '#server/ports/context.ts'

export const TOKEN_CREATED = defineEmail({
  key: 'access-token-created',
  name: 'New access token',
  recipient: 'The user who created it',
  occasion: 'After an access token was created',
  subject: 'New access token in your account',
  text: `{{greeting}}

An access token was created in your account. With it, a program can use our site in your name.

If this wasn't you, revoke it in your profile and change your password.

[Your profile]({{profile_link}})`,
  variables: { ...GREETING, profile_link: link('the page of the profile', '/dashboard/profile') },
})

/** Leaves out the token's name, so that our e-mails carry no text of the caller. The address is confirmed. */
export function composeCreatedEmail({ publicUrl }: Pick<Services, 'publicUrl'>, actor: Actor): TemplatedEmail {
  return compose(TOKEN_CREATED, actor.email, {
    ...composeGreeting(actor, true),
    profile_link: `${publicUrl}/dashboard/profile`,
  })
}
