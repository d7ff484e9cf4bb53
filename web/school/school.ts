import { useRouteLoaderData } from 'react-router'
import type { PublicSettings } from '#contract/school.ts'

/** Stands in where the root's data could not be read, which only an error page can meet. */
const NAMELESS: PublicSettings = {
  name: 'Photography School',
  address: '',
  email: '',
  phone: '',
  openingHours: '',
  timeZone: null,
  logo: null,
  logoDark: null,
  favicon: null,
  accent: null,
  footerLine: '',
  homeLine: '',
  classesLine: '',
  instructorsLine: '',
  cancellationTerms: '',
  byInvitation: false,
  hasWithdrawal: false,
  voucherYears: 3,
  menu: [],
  footer: [],
  social: { social: '/', professional: '/', photos: '/' },
  currency: 'usd',
  currencyDecimals: 2,
  currencySign: '$',
  publicUrl: '',
  shareImage: '',
  cards: { provider: 'sandbox' },
  signIn: { passwords: true, ownAccounts: true, sessions: true, emailChanges: true, secondFactor: true },
  identity: null,
  signInProviders: [],
  demoAdmin: null,
}

interface RootData {
  school: PublicSettings
  today: number
}

/** Returns the settings of the school. */
export function useSchool(): PublicSettings {
  return useRouteLoaderData<RootData>('root')?.school ?? NAMELESS
}

/** Returns the start of the day (UTC) on which the server rendered the page, so that the browser writes the same dates. */
export function useToday(): number {
  return useRouteLoaderData<RootData>('root')?.today ?? Date.now()
}
