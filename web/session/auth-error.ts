/** The refusals of the identity provider. */

/** The code of an e-mailed link that is used, expired or invalid. */
export const LINK_SPENT = 'LINK_SPENT'

/** Start of the codes of a registration whose e-mail address has an account. */
export const EMAIL_IN_USE = 'USER_ALREADY_EXISTS'

/** The code of a request that needs a signed-in user. */
export const NOT_SIGNED_IN = 'NOT_SIGNED_IN'

/** The code of a second popup: the first one is shown again, and the call that opened it returns its outcome. */
export const UNDER_WAY = 'UNDER_WAY'

/** The code of a sign-in that is complete after `enterCode`. */
export const CODE_NEEDED = 'CODE_NEEDED'

/** The code of a sign-in that took too long, or had too many wrong codes. */
export const SIGN_IN_EXPIRED = 'SIGN_IN_EXPIRED'

/** The code of a re-authentication that has signed in another user. */
export const OTHER_USER = 'OTHER_USER'

/** The provider rejected a request: `message` for the user, `code` for programs. */
export class AuthError extends Error {
  override readonly name = 'AuthError'
  readonly code: string

  constructor(message: string, code = 'REFUSED') {
    super(message)
    this.code = code
  }
}
