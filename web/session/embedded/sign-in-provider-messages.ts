/** The message of a failed sign-in with a provider. */
import { SIGN_UP_CLOSED_MESSAGE } from '#contract/values/sign-up-closed.ts'

/** `code` is the provider's, or the outcome of the popup; `name` is the provider's; `passwords` whether there is another way in. */
export function toProviderMessage(code: string, name: string, passwords: boolean): string {
  switch (code) {
    case 'blocked':
      return `Your browser blocked the window of ${name}. Allow popups for this page and try again.`
    case 'closed':
      return `The window of ${name} was closed before you were signed in.`
    case 'access_denied':
      return `You cancelled the sign-in with ${name}.`
    case 'account_not_linked':
      return passwords
        ? `An account with this e-mail address exists. Log in with its password, then connect ${name} in your profile.`
        : `An account with this e-mail address exists. Confirm the address at ${name}, then try again.`
    case 'other_subject':
      return `This e-mail address belongs to an account of another person at ${name}. Contact us for help.`
    case 'SIGN_UP_CLOSED':
      return SIGN_UP_CLOSED_MESSAGE
    default:
      return passwords
        ? `${name} couldn't sign you in. Try again later, or use your e-mail and password.`
        : `${name} couldn't sign you in. Try again later.`
  }
}
