import type { Control, UseFormSetValue } from 'react-hook-form'
import { useWatch } from 'react-hook-form/parts'
import type { Material } from '#contract/classes.ts'
import { MineOrTheirs } from '#web/ui/mine-or-theirs.tsx'
import { differenceOf, type Meanwhile } from './use-material-form.ts'

interface MaterialMeanwhileProps {
  part: 'text' | 'links'
  label: string
  meanwhile: Meanwhile | null
  control: Control<Material>
  setValue: UseFormSetValue<Material>
}

/** Below a part of the material that was changed meanwhile: what stands there now, and where I have changed it too, the choice. */
export function MaterialMeanwhile({ part, label, meanwhile, control, setValue }: MaterialMeanwhileProps) {
  const value = useWatch({ control, name: part })
  const difference = meanwhile && differenceOf(meanwhile, part)
  if (!difference) return null
  if (difference === 'theirs')
    return <p className="mt-1.5 text-sm text-soft">This is what somebody has put here since you opened the page.</p>
  const { now, mine } = meanwhile
  const isTheirs = JSON.stringify(value) === JSON.stringify(now[part])
  return (
    <MineOrTheirs
      of={label}
      mine={inWords(mine[part])}
      theirs={inWords(now[part])}
      taken={isTheirs ? 'theirs' : 'mine'}
      onTake={(which) => setValue(part, (which === 'mine' ? mine : now)[part], { shouldDirty: true })}
    />
  )
}

function inWords(part: Material['text'] | Material['links']): string {
  if (typeof part === 'string') return part || 'no text'
  return part.map(({ words, address }) => `${words} (${address})`).join('\n') || 'no links'
}
