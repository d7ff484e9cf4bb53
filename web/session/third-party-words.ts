/** Why a third party did not sign somebody in, for a person. */

/** `code` is the provider's, or how the popup ended; `name` the third party's. */
export function wordsOfThirdParty(code: string, name: string): string {
  switch (code) {
    case 'blocked':
      return `Your browser blocked the window of ${name}. Please allow popups for this page and try again.`
    case 'closed':
      return `The window of ${name} was closed before you were signed in.`
    case 'access_denied':
      return `You cancelled the sign-in with ${name}.`
    case 'account_not_linked':
      return `There is an account with this e-mail address already. Please log in with its password; you can connect ${name} in your profile.`
    default:
      return `${name} could not sign you in. Please try again later, or use your e-mail and password.`
  }
}
