/** Labels of the outcomes of rows. */
import type { Import, RowOutcome } from '#contract/import.ts'
import { ROW_OUTCOMES } from '#contract/import.ts'

const LABELS: Record<RowOutcome, string> = {
  ready: 'Ready to import',
  existing: 'Exist already, stay as they are',
  duplicate: 'Repeated, left out',
  left_out: 'Not attending, left out',
  invalid: 'With a problem, left out',
  stayed: 'In use since, stay',
}

/** Returns the label of an outcome, which depends on what has become of the import. */
export function describeOutcome(outcome: RowOutcome, status: Import['status']): string {
  if (outcome === 'ready' && status === 'applied') return 'Imported'
  if (outcome === 'ready' && status === 'undone') return 'Removed'
  return LABELS[outcome]
}

/** Returns the outcomes that rows have: what the user has to look at comes first. */
export function listOutcomes({ counts }: Import): RowOutcome[] {
  return ROW_OUTCOMES.toReversed().filter((outcome) => counts[outcome] > 0)
}
