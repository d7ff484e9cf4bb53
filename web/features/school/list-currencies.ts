/** The currencies of a form, by the name that the browser knows. */

/** Returns an option for each currency of ISO 4217: `USD – US Dollar`. */
export function listCurrencies(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'currency' })
  return Intl.supportedValuesOf('currency').map((code) => ({
    value: code.toLowerCase(),
    label: `${code} – ${names.of(code)}`,
  }))
}
