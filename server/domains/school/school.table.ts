import { eq, sql } from 'drizzle-orm'
import { bigint, boolean, check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { SIGN_UPS } from '../../../contract/school.ts'
import * as Column from '../../platform/exported-tables.ts'

/** The id of the only row, which migration 0020 inserts. The activity log refers to it. */
export const SCHOOL_ID = '00000000-0000-4000-8000-000000000001'

/**
 * Texts and settings of the school: one row. Its columns are named like the fields of the contract. Null means that the default of the
 * environment applies.
 */
export const school = pgTable(
  'school',
  {
    id: uuid().primaryKey().default(SCHOOL_ID),
    name: text(),
    address: text(),
    email: text(),
    phone: text(),
    opening_hours: text(),
    social: text(),
    professional: text(),
    photos: text(),
    time_zone: text(),
    logo: text(),
    logo_dark: text(),
    favicon: text(),
    accent: text(),
    footer_line: text(),
    home_line: text(),
    classes_line: text(),
    instructors_line: text(),
    cancellation_terms: text(),
    sender_name: text(),
    sign_up: text({ enum: SIGN_UPS }),
    currency: text(),
    country: text(),
    withdrawal_function: boolean(),
    student_storage_gb: integer(),
    critique_target_hours: integer(),
    offer_hours: integer(),
    choice_days: integer(),
    voucher_years: integer(),
    /** Time at which its owner set it up, in milliseconds since 1970. Null before, and for a school that had users already. */
    setUpAt: bigint({ mode: 'number' }),
    /** Grows with every update of the row, by a trigger. `If-Match` is compared with it. */
    version: integer().notNull().default(1),
  },
  (t) => [check('school_single', sql`${t.id} = '00000000-0000-4000-8000-000000000001'`)],
)

export type SchoolRow = typeof school.$inferSelect

export const isSchool = eq(school.id, SCHOOL_ID)

export const SCHOOL_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'school',
    meaning: 'What the school says about itself: one row. Empty fields have the value of the settings.',
    columns: {
      id: Column.id,
      name: Column.text('name'),
      address: Column.text('postal address'),
      email: Column.text('e-mail address'),
      phone: Column.text('phone number'),
      opening_hours: Column.text('opening hours'),
      social: Column.text('URL on a social network'),
      professional: Column.text('URL on a professional network'),
      photos: Column.text('URL on a photo-sharing network'),
      time_zone: Column.text('time zone of new dates (IANA name)'),
      logo: Column.text('URL of the logo, in images.csv'),
      logo_dark: Column.text('URL of the logo in the dark theme, in images.csv'),
      favicon: Column.text('URL of the icon, in images.csv'),
      accent: Column.text('accent color (#rrggbb)'),
      footer_line: Column.text('line in the footer'),
      home_line: Column.text('line on the home page without slides'),
      classes_line: Column.text('line above the classes'),
      instructors_line: Column.text('line above the instructors'),
      cancellation_terms: Column.text('what the school says about cancelling'),
      sender_name: Column.text('name that e-mails come from'),
      sign_up: Column.text('who may register: open or invitation'),
      currency: Column.text('currency of prices (ISO 4217, lower case)'),
      country: Column.text('country (ISO 3166)'),
      withdrawal_function: Column.flag('pages link to the withdrawal from a contract'),
      student_storage_gb: Column.text('gigabytes of pictures that each student may hand in'),
      critique_target_hours: Column.text('hours in which pictures get their first critique, as the school aims for'),
      offer_hours: Column.text('hours for which a seat is offered to who waits for it'),
      choice_days: Column.text('days in which students choose what they get for a canceled date'),
      voucher_years: Column.text('years after that of its sale at whose end a voucher ends'),
      set_up_at: Column.time('when the first admin set it up'),
      version: Column.version,
    },
  },
]
