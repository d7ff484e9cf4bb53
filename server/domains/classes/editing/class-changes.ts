/** Changes of a class by an edit. */
import type { FieldChange } from '#contract/activity.ts'
import { LEVEL_LABELS } from '#contract/levels.ts'
import { formatMoney } from '#contract/values/money.ts'
import type * as Classes from '../classes.ts'

/** The fields of a class, and the free seats of its only run, if it has only one. */
export type Fields = Classes.EditableFields & { seats: number | null }

/** Returns the fields after an edit; absent ones stay. */
export function mergeFields(row: Fields, input: Classes.Changes<Fields>): Fields {
  return {
    name: input.name ?? row.name,
    image: input.image ?? row.image,
    seats: input.seats ?? row.seats,
    listPriceMinor: input.listPriceMinor ?? row.listPriceMinor,
    level: input.level ?? row.level,
    exposure: input.exposure ?? row.exposure,
    description: input.description ?? row.description,
    bring: input.bring ?? row.bring,
    outcome: input.outcome ?? row.outcome,
  }
}

/** Returns the fields that differ, as texts for the activity log. */
export function listChanges(row: Fields, next: Fields, currency: string): FieldChange[] {
  const toTexts = ({ name, image, seats, listPriceMinor, level, exposure, description, bring, outcome }: Fields) => ({
    'Class Name': name,
    'Class Image': image,
    'Available Seats': String(seats),
    Price: formatMoney(listPriceMinor, currency),
    Level: LEVEL_LABELS[level],
    Exposure: exposure,
    Description: description,
    'What to bring': bring,
    'What students make': outcome,
  })
  const [before, after] = [toTexts(row), toTexts(next)]
  return (Object.keys(before) as (keyof typeof before)[])
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: before[field], to: after[field] }))
}
