/** In a file of its own, because the sign-in needs it without the other messages. */
export const SIGN_UP_CLOSED_MESSAGE = 'We open accounts by invitation only. Contact us to be invited.'
