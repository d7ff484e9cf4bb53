import type { Control, UseFormSetValue } from 'react-hook-form'
import { useWatch } from 'react-hook-form/parts'
import { MineOrTheirs } from '#web/ui/mine-or-theirs.tsx'
import { type CheckedDraft, type ClassDraft, draftOf, type RulesContext } from './class-draft.ts'
import { differenceOf, type Meanwhile, type TextField } from './meanwhile.ts'

interface FieldMeanwhileProps {
  field: TextField
  label: string
  meanwhile: Meanwhile | null
  control: Control<ClassDraft, RulesContext, CheckedDraft>
  setValue: UseFormSetValue<ClassDraft>
}

/** Below a field of a class that was changed meanwhile: what stands there now, and where I have changed it too, the choice. */
export function FieldMeanwhile({ field, label, meanwhile, control, setValue }: FieldMeanwhileProps) {
  const value = useWatch({ control, name: field })
  const difference = meanwhile && differenceOf(meanwhile, field)
  if (!difference) return null
  const { before, now, mine } = meanwhile
  const theirs = draftOf(now)[field]
  if (difference === 'theirs')
    return (
      <p className="wrap-anywhere mt-1.5 text-sm text-soft">
        {theirs} now; it was {draftOf(before)[field]} when you opened this page.
      </p>
    )
  return (
    <MineOrTheirs
      of={label}
      mine={mine[field]}
      theirs={theirs}
      taken={value === theirs ? 'theirs' : 'mine'}
      onTake={(which) => setValue(field, which === 'mine' ? mine[field] : theirs, { shouldValidate: true })}
    />
  )
}
