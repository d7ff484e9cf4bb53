/** Phone numbers as people write them: `+49 (0)30 1234-567`. */

const PHONE = /^\+?[\d ()./-]+$/
const MIN_DIGITS = 4

/** Returns whether a text looks like a phone number. Source of the characters: ITU-T E.123 */
export function isPhoneNumber(text: string): boolean {
  return PHONE.test(text) && text.replaceAll(/\D/g, '').length >= MIN_DIGITS
}

/** Returns the URL that calls a number. After a country code, a zero in parentheses is not dialed. Source: RFC 3966 */
export function toPhoneUrl(phone: string): string {
  const dialed = phone.startsWith('+') ? phone.replace('(0)', '') : phone
  return `tel:${dialed.replaceAll(/[^\d+]/g, '')}`
}
