/** The settings that pages show, for tests that render pages or their parts without a server. */
import type { PublicSettings } from '../contract/school.ts'

export const PUBLIC_SETTINGS: PublicSettings = {
  name: 'Photography School',
  address: 'Quay 1',
  email: 'office@school.example',
  phone: '',
  openingHours: '',
  timeZone: null,
  logo: null,
  favicon: null,
  accent: null,
  footerLine: '',
  cancellationTerms: '',
  byInvitation: false,
  menu: [],
  footer: [],
  social: { social: 'https://social.example/school', professional: '/contact', photos: '/contact' },
  currency: 'eur',
  currencySign: '€',
  cancelDays: 14,
  publicUrl: 'https://school.example',
  shareImage: '/pictures/share/school/0.jpg',
  cards: { provider: 'sandbox' },
  signInProviders: [],
  demoAdmin: null,
}
