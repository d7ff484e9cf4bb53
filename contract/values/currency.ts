/**
 * The currencies that the card provider takes, in one table of our own. Intl's decimals are those of cash in daily use and differ from
 * the provider's: HUF, IDR, COP and PKR have two there.
 * Source: https://docs.stripe.com/currencies, as of July 2026
 */

export interface Currency {
  /** Of prices on screen and of the minor unit that we store. */
  decimals: 0 | 2 | 3
  /** Of amounts at the card provider. */
  providerDecimals: 0 | 2 | 3
  /** Amounts at the card provider are multiples of it. */
  multiple: 1 | 10 | 100
  /** The smallest charge, in the major unit. */
  minimum: number
  /** Of the largest amount at the card provider, which is all nines. */
  digits: number
}

/** Half a unit: of most currencies that the provider lists, and of all that it does not. */
const MINIMUM = 0.5

/** Source: #minimum-and-maximum-charge-amounts. Where the provider pays out in another currency, that one's applies. */
const MINIMUMS: Record<string, number> = {
  ...{ aed: 2, czk: 15, dkk: 2.5, gbp: 0.3, hkd: 4, huf: 175, jpy: 50, krw: 50, mxn: 10, myr: 2, nok: 3, pln: 2 },
  ...{ ron: 2, sek: 3, thb: 10 },
}

/** Source: as MINIMUMS. Cards of some networks take more; the reference of the API says 8 for all. */
const DIGITS: Record<string, number> = { idr: 12, cop: 10, inr: 9 }

type Decimals = Pick<Currency, 'decimals' | 'providerDecimals' | 'multiple'>

function list(codes: string, decimals: Decimals): [string, Currency][] {
  const read = (code: string) => ({ minimum: MINIMUMS[code] ?? MINIMUM, digits: DIGITS[code] ?? 8 })
  return codes.split(' ').map((code) => [code, { ...decimals, ...read(code) }])
}

const TWO_DECIMALS: Decimals = { decimals: 2, providerDecimals: 2, multiple: 1 }

/** By code of ISO 4217, in lower case. Those that exist no more are left out: ANG, BGN, HRK, STD. */
export const CURRENCIES: ReadonlyMap<string, Currency> = new Map([
  ...list(
    'aed afn all amd aoa ars aud awg azn bam bbd bdt bmd bnd bob brl bsd bwp byn bzd cad cdf chf cny cop crc cve czk dkk dop dzd ' +
      'egp etb eur fjd fkp gbp gel gip gmd gtq gyd hkd hnl htg huf idr ils inr jmd kes kgs khr kyd kzt lak lbp lkr lrd lsl mad ' +
      'mdl mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd pab pen pgk php pkr pln qar ron rsd rub sar sbd scr ' +
      'sek sgd shp sle sos srd szl thb tjs top try ttd twd tzs uah usd uyu uzs wst xcd xcg yer zar zmw',
    TWO_DECIMALS,
  ),
  // #zero-decimal
  ...list('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf', {
    ...{ decimals: 0, providerDecimals: 0, multiple: 1 },
  }),
  // #special-cases: no decimals now, but the provider goes on with two, which are 00.
  ...list('isk ugx', { decimals: 0, providerDecimals: 2, multiple: 100 }),
  // #three-decimal: the last digit is 0. Only accounts in some countries may charge these.
  ...list('bhd jod kwd omr tnd', { decimals: 3, providerDecimals: 3, multiple: 10 }),
])

/** Of currencies that the provider does not take. A school may have them from before. */
const OTHER: Currency = { ...TWO_DECIMALS, minimum: MINIMUM, digits: 8 }

/** Returns what the provider takes of a currency (lower case). */
export function readCurrency(currency: string): Currency {
  return CURRENCIES.get(currency) ?? OTHER
}

/** Returns the number of decimals of `currency` (lower case) on screen: 0, 2 or 3. */
export function currencyDecimals(currency: string): 0 | 2 | 3 {
  return readCurrency(currency).decimals
}
