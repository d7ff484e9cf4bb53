/** Finds secrets and personal data in what a test application has logged. */

/** Text forbidden in a log. Ids are allowed, and an e-mail address of which only the first character is left (`a…@example.test`). */
const FORBIDDEN: [what: string, pattern: RegExp][] = [
  ['an e-mail address', /[\w.+-]+@[\w-]+\.[a-z]+/i],
  ['a token', /\beyJ[\w-]+\.[\w-]+\.[\w-]+/],
  ['a cookie', /session_token=/],
  ['an authorization header', /\bBearer \S/],
  ['a password', /(Secret|Demo)@2019/],
  ['a client secret', /\bpi_\w+_secret_\w+/],
  ['a Stripe key', /\b[sr]k_(test|live)_\w+|\bwhsec_\w+/],
  ['a card number', /\b4[0-9]{15}\b/],
  ['SQL parameters', /"params":|\bparams: /],
  ['a name', /The (student|instructor|admin) \d|\b(name|member|material|pending|feedback)-[0-9a-f]{16}/],
]

/** Returns what the lines have that they must not have, with the line. */
export function findPrivateData(lines: string[]): string[] {
  return lines.flatMap((line) =>
    FORBIDDEN.filter(([, pattern]) => pattern.test(line)).map(([what]) => `${what}: ${line.trim()}`),
  )
}
