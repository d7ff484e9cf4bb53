/** The draft of cancellation terms in a form: the typed texts. */
import type { NewTerms, Resale, Terms, TermsChange } from '#contract/terms.ts'
import { readAmount } from '#contract/values/amount.ts'

export interface StepDraft {
  /** Days or hours before the start. */
  before: string
  unit: 'days' | 'hours'
  percent: string
  credit: string
  fee: string
}

export interface TermsDraft {
  name: string
  freeDays: string
  steps: StepDraft[]
  minimumFee: string
  moveFee: string
  /** Hours before the start. */
  moveHours: string
  substituteHours: string
  resale: Resale
  resaleFee: string
  text: string
}

export const EMPTY_STEP: StepDraft = { before: '', unit: 'days', percent: '100', credit: '0', fee: '0' }

/** Returns the draft of terms, or an empty one. */
export function toDraft(terms: (Pick<Terms, 'name' | 'free_days' | 'steps'> & Partial<Terms>) | null): TermsDraft {
  const { name = '', free_days = 0, steps = [], minimum_fee = 0, text = '' } = terms ?? {}
  const { resale = 'none', resale_fee = 0 } = terms ?? {}
  const { move_fee = 0, move_hours_before = 0, substitute_hours_before = 0 } = terms ?? {}
  return {
    ...{ name, text, freeDays: `${free_days}`, minimumFee: `${minimum_fee}` },
    ...{ resale, resaleFee: `${resale_fee}`, moveFee: `${move_fee}` },
    ...{ moveHours: `${move_hours_before}`, substituteHours: `${substitute_hours_before}` },
    steps: steps.map(({ hours_before: hours, refund_percent, credit_percent, fee }) => ({
      ...(hours % 24 === 0
        ? { before: `${hours / 24}`, unit: 'days' as const }
        : { before: `${hours}`, unit: 'hours' as const }),
      ...{ percent: `${refund_percent}`, credit: `${credit_percent}`, fee: `${fee}` },
    })),
  }
}

/** Returns the terms of a draft; a text that is no number becomes NaN. @param decimals of the currency */
export function readDraft(draft: TermsDraft, decimals: number) {
  const { name, text, freeDays, steps, minimumFee, moveFee, moveHours, substituteHours, resale, resaleFee } = draft
  const toAmount = (typed: string) => {
    const reading = readAmount(typed, decimals)
    return reading && 'amount' in reading ? reading.amount : Number.NaN
  }
  return {
    ...{ name, text, free_days: toNumber(freeDays), minimum_fee: toAmount(minimumFee) },
    ...{ resale, resale_fee: toAmount(resaleFee), move_fee: toAmount(moveFee) },
    ...{ move_hours_before: toNumber(moveHours), substitute_hours_before: toNumber(substituteHours) },
    steps: steps.map(({ before, unit, percent, credit, fee }) => ({
      hours_before: toNumber(before) * (unit === 'days' ? 24 : 1),
      ...{ refund_percent: toNumber(percent), credit_percent: toNumber(credit), fee: toAmount(fee) },
    })),
  }
}

function toNumber(typed: string): number {
  return typed.trim() === '' ? Number.NaN : Number(typed.trim().replace(',', '.'))
}

/** Returns the fields of a draft that differ from the terms. */
export function findChanges(draft: TermsDraft, terms: Terms | null, decimals: number): NewTerms & TermsChange {
  const fields = readDraft(draft, decimals)
  const before = readDraft(toDraft(terms), decimals)
  const names = Object.keys(fields) as (keyof typeof fields)[]
  const changed = names.filter((name) => !terms || JSON.stringify(fields[name]) !== JSON.stringify(before[name]))
  return Object.fromEntries(changed.map((name) => [name, fields[name]])) as unknown as NewTerms & TermsChange
}

const step = (days: number, refund_percent: number) => {
  return { hours_before: days * 24, refund_percent, credit_percent: 0, fee: 0 }
}

/** Terms as schools of four kinds publish them, to start from. */
export const PRESETS = [
  { kind: 'Evening classes', free_days: 14, steps: [step(2, 100)] },
  { kind: 'Weekend workshops', free_days: 0, steps: [step(14, 100), step(7, 50)] },
  { kind: 'Courses over several weeks', free_days: 0, steps: [step(30, 100), step(14, 75), step(7, 50)] },
  { kind: 'Photo tours', free_days: 0, steps: [step(90, 90), step(60, 50), step(30, 25)] },
]
