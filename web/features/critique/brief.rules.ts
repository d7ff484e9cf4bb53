/** The checks of a brief: those of the server, for what is typed. */
import type { FieldErrors, Resolver } from 'react-hook-form'
import { NewBrief } from '#contract/briefs.ts'
import { readClock } from '#web/ui/text/read-clock.ts'
import { type BriefDraft, readDraft } from './brief-draft.ts'

export const rules: Resolver<BriefDraft, object> = (draft) => {
  const errors: Record<string, unknown> = {}
  const parsed = NewBrief.safeParse(readDraft(draft))
  for (const { path, message } of (parsed.error?.issues ?? []).toReversed()) {
    const [field, rule] = path.map(String)
    const name = field === 'rules' ? (rule ?? 'root') : field
    if (name !== 'due' && name !== 'due_at') errors[name ?? 'root'] = { type: 'rule', message }
  }
  if (draft.date === '') errors.date = { type: 'rule', message: 'Due date is required' }
  if (readClock(draft.clock) === null) errors.clock = { type: 'rule', message: 'must be a time, such as 18:00' }
  return Object.keys(errors).length === 0
    ? { values: draft, errors: {} }
    : { values: {}, errors: errors as FieldErrors<BriefDraft> }
}
