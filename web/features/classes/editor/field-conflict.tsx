import { ConflictChoice } from '#web/ui/forms/conflict-choice.tsx'
import { type ClassConflict, findDifference, type TextField } from './class-conflict.ts'
import { toDraft } from './class-draft.ts'
import type { ClassFormState } from './class-image.tsx'

interface FieldConflictProps {
  field: TextField
  label: string
  conflict: ClassConflict | null
  form: ClassFormState
}

/** Shows below a field that it changed on the server, with a choice if the user changed it too. */
export function FieldConflict({ field, label, conflict, form }: FieldConflictProps) {
  const difference = conflict && findDifference(conflict, field)
  if (!difference) return null
  const { before, now, mine } = conflict
  const current = toDraft(now)[field]
  if (difference === 'current')
    return (
      <p className="wrap-anywhere mt-1.5 text-sm text-soft">
        Now {current}. It was {toDraft(before)[field]} when you opened the page.
      </p>
    )
  return (
    <ConflictChoice
      label={label}
      mine={mine[field]}
      current={current}
      chosen={form.watch(field) === current ? 'current' : 'mine'}
      onChoose={(side) => form.setValue(field, side === 'mine' ? mine[field] : current, { shouldValidate: true })}
    />
  )
}
