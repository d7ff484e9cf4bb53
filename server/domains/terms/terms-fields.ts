/** Converts cancellation terms between the contract, whose amounts are in the major unit, and the columns of their versions. */
import type { Quote, RefundRules } from '#contract/quote.ts'
import type { NewTerms, QuotedStep, ShownTerms, Terms } from '#contract/terms.ts'
import { describeChanges } from '#contract/terms-changes.ts'
import { describeQuote } from '#contract/terms-words.ts'
import { formatMoney, toMajor, toMinor } from '#contract/values/money.ts'
import { must } from '#server/platform/app-error.ts'
import { subtractHours, toClockTime } from '#server/platform/zoned-time.ts'
import type { TermsVersion, terms } from './terms.table.ts'

interface Row {
  terms: typeof terms.$inferSelect
  version: TermsVersion
  classes: number
}

/** Builds the contract's terms. */
export function toTerms({ terms: row, version, classes }: Row, currency: string): Terms {
  const { changes: _changes, ...shown } = toShownTerms(version, currency)
  return {
    _id: row.id,
    name: version.name,
    ...shown,
    move_fee: toMajor(version.moveFeeMinor, currency),
    move_hours_before: version.moveHoursBefore,
    substitute_hours_before: version.substituteHoursBefore,
    is_default: row.isDefault,
    classes,
    version: row.version,
  }
}

/** Builds what students read of a version. */
export function toShownTerms(version: TermsVersion, currency: string): ShownTerms {
  const { text, freeDays, steps, minimumFeeMinor, resale, resaleFeeMinor } = version
  return {
    text,
    free_days: freeDays ?? 0,
    steps: steps.map((step) => ({
      hours_before: step.hoursBefore,
      refund_percent: step.refundPercent,
      credit_percent: step.creditPercent,
      fee: toMajor(step.feeMinor, currency),
    })),
    minimum_fee: toMajor(minimumFeeMinor, currency),
    resale,
    resale_fee: toMajor(resaleFeeMinor, currency),
    changes: listChanges(version, currency),
  }
}

/** Returns what a version says about moves and substitutes, in sentences. */
export function listChanges(
  { moveFeeMinor, moveHoursBefore, substituteHoursBefore }: TermsVersion,
  currency: string,
): string[] {
  const hours = { move_hours_before: moveHoursBefore, substitute_hours_before: substituteHoursBefore }
  return describeChanges({ move_fee: moveFeeMinor, ...hours }, (minor) => formatMoney(minor, currency))
}

/** Builds the contract's steps of quotes. @param timeZone of the clock times */
export function toQuotedStep(
  quote: Quote,
  { currency, timeZone }: { currency: string; timeZone: string | null },
): QuotedStep {
  const { until, baseMinor, refundMinor, creditMinor, feeMinor } = quote
  return {
    until,
    until_clock: until === null ? null : toClockTime(until, timeZone),
    refund: toMajor(refundMinor, currency),
    credit: toMajor(creditMinor, currency),
    is_full: refundMinor > 0 && refundMinor === baseMinor,
    fee: toMajor(feeMinor, currency),
    text: describeQuote(quote, (minor) => formatMoney(minor, currency)),
  }
}

/** Returns the columns of a version whose amounts are checked. */
export function toColumns(input: NewTerms, currency: string) {
  const toAmount = (major: number) => must(toMinor(major, currency))
  return {
    name: input.name,
    text: input.text,
    freeDays: input.free_days,
    steps: input.steps.map((step) => ({
      hoursBefore: step.hours_before,
      refundPercent: step.refund_percent,
      creditPercent: step.credit_percent,
      feeMinor: toAmount(step.fee),
    })),
    minimumFeeMinor: toAmount(input.minimum_fee),
    moveFeeMinor: toAmount(input.move_fee),
    moveHoursBefore: input.move_hours_before,
    substituteHoursBefore: input.substitute_hours_before,
    resale: input.resale,
    resaleFeeMinor: toAmount(input.resale_fee),
  }
}

/** Returns terms with their steps as one text, for the activity log. */
export function toTexts(row: Terms) {
  const texts = row.steps.map(({ hours_before: hours, refund_percent: refund, credit_percent: credit, fee }) =>
    [`${hours} h: ${refund} %`, credit ? `credit ${credit} %` : [], fee ? `fee ${fee}` : []].flat().join(', '),
  )
  return { ...row, steps: texts.join('; ') }
}

/** Returns what a version says about money. */
export function toRules({ freeDays, steps, minimumFeeMinor }: TermsVersion): RefundRules {
  return { freeDays: freeDays ?? 0, steps, minimumFeeMinor }
}

/** Returns the instants of a version's steps, counted back from a start. @param timeZone in which days are counted */
export function findStepEnds(
  { steps }: Pick<TermsVersion, 'steps'>,
  countedStart: number | null,
  timeZone: string | null,
): number[] {
  return countedStart === null ? [] : steps.map(({ hoursBefore }) => subtractHours(countedStart, hoursBefore, timeZone))
}
