/** Describes a device by its user agent, in our own words only: the header is the caller's and may contain anything. */

/** The first match wins: most browsers also name the ones that they imitate. */
const BROWSERS: [pattern: RegExp, name: string][] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|HeadlessChrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S{1,32} (?:Mobile\/\S{1,32} )?Safari\//, 'Safari'],
]

const SYSTEMS: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const UNKNOWN = 'Unknown device'

/** Browsers name themselves in some 200 characters. The rest is neither stored nor read. */
const MAX_LENGTH = 512

/** Returns the part of a user agent that is stored. */
export function shortenUserAgent(userAgent: string | null | undefined): string {
  return (userAgent ?? '').slice(0, MAX_LENGTH)
}

/** Returns `Firefox on Linux`. Source: https://developer.mozilla.org/en-US/docs/Web/HTTP/Browser_detection_using_the_user_agent */
export function describeDevice(userAgent: string | null | undefined): string {
  const text = shortenUserAgent(userAgent)
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(text))?.[1]
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? UNKNOWN
}
