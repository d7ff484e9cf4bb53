import type { UseFormReturn } from 'react-hook-form'
import type { Material } from '#contract/materials.ts'
import { ConflictChoice } from '#web/ui/forms/conflict-choice.tsx'
import { findDifference, type MaterialConflict, type MaterialPart } from './material-draft.ts'

interface MaterialConflictChoiceProps {
  part: MaterialPart
  label: string
  conflict: MaterialConflict | null
  form: UseFormReturn<Material>
}

/** Shows below a part of the material that it changed on the server, with a choice if the user changed it too. */
export function MaterialConflictChoice({ part, label, conflict, form }: MaterialConflictChoiceProps) {
  const difference = conflict && findDifference(conflict, part)
  if (!difference) return null
  if (difference === 'current')
    return <p className="mt-1.5 text-sm text-soft">Someone changed this after you opened the page.</p>
  const { now, mine } = conflict
  const isTheirs = JSON.stringify(form.watch(part)) === JSON.stringify(now[part])
  return (
    <ConflictChoice
      label={label}
      mine={formatPart(mine[part])}
      current={formatPart(now[part])}
      chosen={isTheirs ? 'current' : 'mine'}
      onChoose={(side) => form.setValue(part, (side === 'mine' ? mine : now)[part], { shouldDirty: true })}
    />
  )
}

function formatPart(part: Material[MaterialPart]): string {
  if (typeof part === 'string') return part || 'no text'
  return part.map(({ words, address }) => `${words} (${address})`).join('\n') || 'no links'
}
