/** The school's settings in the environment. The School page of the dashboard may say otherwise, and then wins. */
import type { School } from '#contract/school.ts'
import {
  CHOICE_DAYS,
  CRITIQUE_TARGET_HOURS,
  OFFER_HOURS,
  STUDENT_STORAGE_GB,
  VOUCHER_YEARS,
} from '#contract/values/limits.ts'
import { DEMO_LINES, DEMO_SCHOOL } from './demo.ts'
import type { Environment } from './environment.ts'

/** The fields of the school that the environment may give, and the name of each variable. */
const VARIABLES = {
  name: 'SCHOOL_NAME',
  address: 'SCHOOL_ADDRESS',
  email: 'SCHOOL_EMAIL',
  social: 'SCHOOL_SOCIAL_NETWORK',
  professional: 'SCHOOL_SOCIAL_PROFESSIONAL',
  photos: 'SCHOOL_SOCIAL_PHOTOS',
  currency: 'CURRENCY',
} as const satisfies Partial<Record<keyof School, keyof Environment>>

export type SchoolVariables = Partial<Record<keyof School, string>>

/** Returns the school of the environment, completed from the demo's, and the variables that are set. What the demo promises is the demo's. */
export function readSchool(env: Environment, demo: boolean): { school: School; schoolVariables: SchoolVariables } {
  const set = Object.entries(VARIABLES).filter(([, variable]) => env[variable] !== undefined)
  const values = set.map(([field, variable]) => [field, env[variable]])
  return {
    school: { ...DEFAULTS, ...(demo && DEMO_LINES), ...Object.fromEntries(values) },
    schoolVariables: Object.fromEntries(set),
  }
}

const DEFAULTS: School = {
  ...DEMO_SCHOOL,
  phone: '',
  opening_hours: '',
  social: '',
  professional: '',
  photos: '',
  time_zone: null,
  logo: null,
  logo_dark: null,
  favicon: null,
  accent: null,
  footer_line: '',
  home_line: '',
  classes_line: '',
  instructors_line: '',
  cancellation_terms: '',
  sender_name: '',
  sign_up: 'open',
  currency: 'usd',
  country: null,
  withdrawal_function: false,
  student_storage_gb: STUDENT_STORAGE_GB,
  critique_target_hours: CRITIQUE_TARGET_HOURS,
  offer_hours: OFFER_HOURS,
  choice_days: CHOICE_DAYS,
  voucher_years: VOUCHER_YEARS,
}
