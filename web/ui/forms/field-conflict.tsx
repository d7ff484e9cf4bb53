import type { ReactNode } from 'react'
import { ConflictChoice } from './conflict-choice.tsx'
import { type DraftConflict, findDifference } from './draft-conflict.ts'

interface FieldConflictProps<Draft, Field extends keyof Draft> {
  field: Field
  label: string
  conflict: DraftConflict<Draft> | null
  /** The value in the form. */
  value: Draft[Field]
  onChoose: (value: Draft[Field]) => void
  format?: (value: Draft[Field]) => ReactNode
}

/** Shows below a field that it changed on the server, with a choice if the user changed it too. */
export function FieldConflict<Draft, Field extends keyof Draft>(props: FieldConflictProps<Draft, Field>) {
  const { field, label, conflict, value, onChoose, format = String } = props
  const difference = conflict && findDifference(conflict, field)
  if (!difference) return null
  const [before, now, mine] = [conflict.before[field], conflict.now[field], conflict.mine[field]]
  if (difference === 'current')
    return (
      <p className="wrap-anywhere mt-1.5 whitespace-pre-line text-sm text-soft">
        Now {format(now)}. It was {format(before)} when you opened the page.
      </p>
    )
  return (
    <ConflictChoice
      label={label}
      mine={format(mine)}
      current={format(now)}
      chosen={JSON.stringify(value) === JSON.stringify(now) ? 'current' : 'mine'}
      onChoose={(side) => onChoose(side === 'mine' ? mine : now)}
    />
  )
}
