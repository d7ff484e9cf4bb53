/** The draft of a brief in a form: the typed texts. */
import type { BriefRule, BriefRules } from '#contract/brief-rules.ts'
import type { Brief, BriefChange, NewBrief } from '#contract/briefs.ts'
import { readClock } from '#web/ui/text/read-clock.ts'

/** The rules that are numbers or shutters, with their labels. */
export const RULE_FIELDS = [
  ['shutter_at_least', 'Shutter at least (seconds)', '1/15'],
  ['shutter_at_most', 'Shutter at most (seconds)', '1/500'],
  ['focal_length_at_least', 'Focal length at least (mm)', '24'],
  ['focal_length_at_most', 'Focal length at most (mm)', '50'],
  ['aperture_at_least', 'Aperture at least (f/)', '8'],
  ['aperture_at_most', 'Aperture at most (f/)', '2.8'],
  ['iso_at_least', 'ISO at least', '100'],
  ['iso_at_most', 'ISO at most', '400'],
] as const

type TypedRule = (typeof RULE_FIELDS)[number][0]

export interface BriefDraft extends Record<TypedRule, string> {
  /** Of a new brief; blank for all dates. */
  runId: string
  title: string
  text: string
  date: string
  clock: string
  count: string
  addFailed: boolean
  afterStart: boolean
}

/** Returns the draft of a brief, or an empty one. */
export function toDraft(brief: Brief | null): BriefDraft {
  const {
    runId = '',
    title = '',
    text = '',
    due = '',
    count = 3,
    add_failed: addFailed = false,
    rules = {},
  } = brief ?? {}
  const [date = '', clock = '18:00'] = due.split('T')
  const typed = RULE_FIELDS.map(([rule]) => [rule, `${rules[rule] ?? ''}`])
  return {
    ...{ runId, title, text, date, clock, count: `${count}`, addFailed, afterStart: rules.taken_after_start ?? false },
    ...(Object.fromEntries(typed) as Record<TypedRule, string>),
  }
}

/** Returns the brief of a draft. What is not typed well is not valid. */
export function readDraft(draft: BriefDraft): NewBrief {
  const { runId, title, text, date, clock, count, addFailed: add_failed } = draft
  const due = `${date}T${readClock(clock) ?? clock}`
  return { ...(runId && { runId }), title, text, due, count: Number(count), add_failed, rules: readRules(draft) }
}

function readRules(draft: BriefDraft): BriefRules {
  const typed = RULE_FIELDS.flatMap(([rule]): [BriefRule, string | number][] => {
    const value = draft[rule].trim().replace(',', '.')
    return value === '' ? [] : [[rule, rule.startsWith('shutter') ? value : Number(value)]]
  })
  return { ...Object.fromEntries(typed), ...(draft.afterStart && { taken_after_start: true }) }
}

/** Returns the fields of a draft that differ from the brief. */
export function findChanges(draft: BriefDraft, brief: Brief | null): NewBrief & BriefChange {
  const read = readDraft(draft)
  if (!brief) return read
  const same = (field: keyof NewBrief & keyof Brief) => JSON.stringify(read[field]) === JSON.stringify(brief[field])
  const changed = Object.entries(read).filter(([field]) => !same(field as keyof NewBrief & keyof Brief))
  return Object.fromEntries(changed) as NewBrief & BriefChange
}

const RULE_WORDS: Record<BriefRule, (value: BriefRules[BriefRule]) => string> = {
  shutter_at_least: (value) => `shutter at least ${value} s`,
  shutter_at_most: (value) => `shutter at most ${value} s`,
  focal_length_at_least: (value) => `focal length at least ${value} mm`,
  focal_length_at_most: (value) => `focal length at most ${value} mm`,
  aperture_at_least: (value) => `aperture at least f/${value}`,
  aperture_at_most: (value) => `aperture at most f/${value}`,
  iso_at_least: (value) => `at least ISO ${value}`,
  iso_at_most: (value) => `at most ISO ${value}`,
  taken_after_start: () => 'taken after the start of the class',
}

/** Returns rules in words: `shutter at least 1/15 s`. @param only these, or all */
export function describeRules(rules: BriefRules, only: readonly string[] = Object.keys(rules)): string[] {
  return (Object.keys(rules) as BriefRule[])
    .filter((rule) => only.includes(rule) && rules[rule])
    .map((rule) => RULE_WORDS[rule](rules[rule]))
}
