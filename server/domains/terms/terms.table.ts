import { and, eq, isNull, sql } from 'drizzle-orm'
import { bigint, boolean, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { RefundStep } from '../../../contract/quote.ts'
import { RESALES } from '../../../contract/terms.ts'
import * as Column from '../../platform/exported-tables.ts'
import { users } from '../users/users.table.ts'

/** The id of the first terms, which a migration inserts. Payments from before have its first version. */
export const FIRST_TERMS_ID = '00000000-0000-4000-8000-000000000002'

/** The id of their first version, which a migration inserts too. */
export const FIRST_VERSION_ID = '00000000-0000-4000-8000-000000000003'

const minor = () => bigint({ mode: 'number' }).notNull().default(0)
const hours = () => integer().notNull().default(0)

/** Cancellation terms. What they say is in their versions. */
export const terms = pgTable(
  'cancellation_terms',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The number of the newest version. */
    version: integer().notNull().default(1),
    /** True for the terms of classes that name no others. */
    isDefault: boolean().notNull().default(false),
    createdAt: bigint({ mode: 'number' }).notNull(),
    /** Purchases keep the versions of deleted terms. */
    deletedAt: bigint({ mode: 'number' }),
  },
  (t) => [uniqueIndex('cancellation_terms_one_default').on(t.isDefault).where(sql`${t.isDefault}`)],
)

/** Versions of terms. They never change, but that the start gives `freeDays` to the one that a migration has inserted. */
export const termsVersions = pgTable(
  'cancellation_terms_versions',
  {
    id: uuid().primaryKey().defaultRandom(),
    termsId: uuid()
      .notNull()
      .references(() => terms.id),
    /** Counts from 1. */
    number: integer().notNull(),
    name: text().notNull(),
    text: text().notNull().default(''),
    /** Null until the first start with CANCEL_DAYS. */
    freeDays: integer(),
    steps: jsonb().$type<RefundStep[]>().notNull().default([]),
    minimumFeeMinor: minor(),
    moveFeeMinor: minor(),
    moveHoursBefore: hours(),
    substituteHoursBefore: hours(),
    resale: text({ enum: RESALES }).notNull().default('none'),
    resaleFeeMinor: minor(),
    createdAt: bigint({ mode: 'number' }).notNull(),
    /** The admin who wrote it; null for the first. */
    createdBy: uuid().references(() => users.id),
  },
  (t) => [unique('cancellation_terms_versions_number').on(t.termsId, t.number)],
)

export const isDefault = eq(terms.isDefault, true)

export const isNotDeleted = isNull(terms.deletedAt)

/** Joins terms with their newest version. */
export const isCurrentVersion = and(eq(termsVersions.termsId, terms.id), eq(termsVersions.number, terms.version))

export type TermsVersion = typeof termsVersions.$inferSelect

export const TERMS_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'cancellation_terms',
    meaning: 'Cancellation terms.',
    columns: {
      id: Column.id,
      version: Column.text('number of the newest version'),
      is_default: Column.flag('classes without terms of their own have these'),
      created_at: Column.createdAt,
      deleted_at: Column.time('when they were deleted'),
    },
  },
  {
    table: 'cancellation_terms_versions',
    meaning: 'What cancellation terms say, by version.',
    columns: {
      id: Column.id,
      terms_id: Column.reference('cancellation_terms'),
      number: Column.text('number of the version, from 1'),
      name: Column.text('name'),
      text: Column.text('what the school adds in its own words'),
      free_days: Column.text('days after paying in which the full amount comes back'),
      steps: Column.text(
        'what comes back until how many hours before the start (JSON; percentages of the amount paid, fee in the smallest unit of the currency)',
      ),
      minimum_fee_minor: Column.minor('least that is kept'),
      move_fee_minor: Column.minor('fee for another date'),
      move_hours_before: Column.text('hours before the start until which a student may move'),
      substitute_hours_before: Column.text('hours before the start until which a student may name a substitute'),
      resale: Column.text('what comes back if the seat is sold again: none, less_fee or full'),
      resale_fee_minor: Column.minor('fee then'),
      created_at: Column.createdAt,
      created_by: Column.text('id in users.csv; empty for the first terms'),
    },
  },
]
