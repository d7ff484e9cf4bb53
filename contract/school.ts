/** Texts of the school about itself, and the settings that every page shows. */
import { z } from 'zod'
import { findAccentProblem } from './accent.ts'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { UploadedImage } from './images.ts'
import type { BrowserIdentity, SignInFeatures } from './sign-in.ts'
import { addScheme } from './values/add-scheme.ts'
import { CountryCode } from './values/country.ts'
import { CurrencyCode, Email, ImageUrl, LinesText, LineText, Modified, TimeZone } from './values/fields.ts'
import {
  MAX_ADDRESS_LENGTH,
  MAX_CHOICE_DAYS,
  MAX_CLASS_TEXT_LENGTH,
  MAX_CRITIQUE_TARGET_HOURS,
  MAX_NAME_LENGTH,
  MAX_OFFER_HOURS,
  MAX_PHONE_LENGTH,
  MAX_SHORT_TEXT_LENGTH,
  MAX_STUDENT_STORAGE_GB,
  MAX_URL_LENGTH,
  MAX_VOUCHER_YEARS,
} from './values/limits.ts'

/** `open`: anyone may register. `invitation`: only e-mail addresses that have a user record already. */
export const SIGN_UPS = ['open', 'invitation'] as const
export const SignUp = z.enum(SIGN_UPS)
export type SignUp = z.infer<typeof SignUp>

/** The URL of the school on a network; blank for none. `https://` is added where a scheme is missing. */
const NetworkUrl = LineText.max(MAX_URL_LENGTH)
  .overwrite((text) => (text ? addScheme(text) : text))
  .refine((text) => text === '' || isHttps(text), 'must be an https address')

function isHttps(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:'
}

/** `#rrggbb`, readable in the light theme. */
const Accent = LineText.toLowerCase().superRefine((accent, context) => {
  const problem = findAccentProblem(accent)
  if (problem) context.addIssue({ code: 'custom', message: problem })
})

/** Blank texts show nothing; null means none. */
export const School = z.object({
  name: LineText.min(1, 'School name is required').max(MAX_NAME_LENGTH),
  address: LineText.max(MAX_ADDRESS_LENGTH),
  email: Email,
  phone: LineText.max(MAX_PHONE_LENGTH),
  opening_hours: LinesText.max(MAX_SHORT_TEXT_LENGTH),
  social: NetworkUrl,
  professional: NetworkUrl,
  photos: NetworkUrl,
  /** Of the IANA database. New dates begin with it; null for the zone of the browser. */
  time_zone: TimeZone.nullable(),
  /** URLs of uploaded images. */
  logo: ImageUrl.nullable(),
  /** Instead of the logo in the dark theme. */
  logo_dark: ImageUrl.nullable(),
  favicon: ImageUrl.nullable(),
  /** Null for the colors of the themes. */
  accent: Accent.nullable(),
  /** Below the name in the footer; blank for the founding line. */
  footer_line: LineText.max(MAX_NAME_LENGTH),
  /** The school's line on the home page without slides, above its classes, and above its instructors. */
  home_line: LineText.max(MAX_NAME_LENGTH),
  classes_line: LineText.max(MAX_NAME_LENGTH),
  instructors_line: LineText.max(MAX_NAME_LENGTH),
  /** The school's terms of cancelling, beside the period that the server enforces. */
  cancellation_terms: LinesText.max(MAX_CLASS_TEXT_LENGTH),
  /** The name that e-mails come from; blank for the name of the school. */
  sender_name: LineText.max(MAX_NAME_LENGTH),
  sign_up: SignUp,
  /** Of all prices. It cannot change once the school has a class. */
  currency: CurrencyCode,
  /** ISO 3166; null where the school has not chosen one. */
  country: CountryCode.nullable(),
  /** True if every page links to /withdrawal. By default it is where the country's law requires it. */
  withdrawal_function: z.boolean(),
  /** Gigabytes of pictures that each student may hand in. */
  student_storage_gb: z.int().min(1).max(MAX_STUDENT_STORAGE_GB),
  /** Hours in which the school wants to give pictures their first critique. */
  critique_target_hours: z.int().min(1).max(MAX_CRITIQUE_TARGET_HOURS),
  /** Hours for which a seat that becomes free is held for who waits for it. */
  offer_hours: z.int().min(1).max(MAX_OFFER_HOURS),
  /** Days in which students choose what they get for a date that the school has canceled; 0 to give the money back at once. */
  choice_days: z.int().min(0).max(MAX_CHOICE_DAYS),
  /** Years after that of its sale at whose end a voucher ends. */
  voucher_years: z.int().min(1).max(MAX_VOUCHER_YEARS),
})
export type School = z.infer<typeof School>

/** `currency_fixed`: there is a class or a coupon whose amount is stored without its currency, or credit. */
export const VersionedSchool = School.extend({ version: z.int(), currency_fixed: z.boolean() })
export type VersionedSchool = z.infer<typeof VersionedSchool>

/** Absent fields stay as they are. */
export const SchoolChange = School.partial()
export type SchoolChange = z.infer<typeof SchoolChange>

/** A currency in which a school may charge. */
export const ChargeCurrency = z.object({
  /** ISO 4217, lower case. */
  code: z.string(),
  /** In English. */
  name: z.string(),
})
export type ChargeCurrency = z.infer<typeof ChargeCurrency>

/** Links to published pages: their paths and titles, in order. */
export interface PageLinks {
  menu: [path: string, title: string][]
  footer: [path: string, title: string][]
}

/** The settings that pages show; the same for every visitor. */
export interface PublicSettings
  extends Pick<School, 'name' | 'address' | 'email' | 'phone' | 'logo' | 'favicon' | 'accent'>,
    PageLinks {
  /** URLs of the social, professional and photo-sharing network. */
  social: { social: string; professional: string; photos: string }
  /** Of the dark theme. */
  logoDark: string | null
  openingHours: string
  timeZone: string | null
  footerLine: string
  homeLine: string
  classesLine: string
  instructorsLine: string
  cancellationTerms: string
  /** True if only invited people may register. */
  byInvitation: boolean
  /** True if the footer links to the withdrawal from a contract. */
  hasWithdrawal: boolean
  /** Years after that of its sale in which a gift voucher is valid. */
  voucherYears: number
  /** ISO 4217, lower case. */
  currency: string
  /** Of prices: 0, 2 or 3. */
  currencyDecimals: number
  /** The sign in front of a price: `$`. */
  currencySign: string
  publicUrl: string
  /** The path of the image that other sites show with a link to a page without one of its own. */
  shareImage: string
  cards: { provider: 'sandbox' } | { provider: 'stripe'; publishableKey: string }
  signIn: SignInFeatures
  /** Null for the embedded identity provider. */
  identity: BrowserIdentity | null
  /** Sign-in providers: an id for the identity provider, and the name that users read. */
  signInProviders: { id: string; name: string }[]
  /** Shown in the hint box of the login page; null where the demo's admin cannot sign in. No password where the provider has none. */
  demoAdmin: { email: string; password: string | null } | null
}

export const schoolEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  getSchool: endpoint({
    method: 'GET',
    path: '/school',
    summary: 'Returns what the school says about itself.',
    access: 'admin',
    response: VersionedSchool,
  }),
  changeSchool: endpoint({
    method: 'PATCH',
    path: '/school',
    summary: 'Changes what the school says about itself. Pages and e-mails show it from the next request on.',
    access: 'admin',
    body: SchoolChange,
    response: Modified,
    versioned: true,
    rateLimit: { max: 120, minutes: 10 },
  }),
  listCurrencies: endpoint({
    method: 'GET',
    path: '/currencies',
    summary: 'Lists the currencies that the card provider takes, by code.',
    access: 'admin',
    response: z.array(ChargeCurrency),
  }),
  uploadSchoolPicture: endpoint({
    method: 'POST',
    path: '/school/images',
    summary: 'Uploads an image of the school (JPEG, PNG, WebP, AVIF or HEIC), and returns its URL.',
    access: 'admin',
    response: UploadedImage,
    upload: 'image',
    rateLimit: { max: 60, minutes: 10 },
  }),
}))
