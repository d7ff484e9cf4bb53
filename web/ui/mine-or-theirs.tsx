import { type ReactNode, useId } from 'react'

interface MineOrTheirsProps {
  /** What is to be chosen: `Price`. */
  of: string
  mine: ReactNode
  theirs: ReactNode
  taken: 'mine' | 'theirs'
  onTake: (which: 'mine' | 'theirs') => void
}

const LABELS = { mine: 'Keep mine', theirs: 'Take theirs' } as const

/** Where somebody else has changed the same meanwhile: what is mine and what stands there now, to choose from. */
export function MineOrTheirs({ of, taken, onTake, ...both }: MineOrTheirsProps) {
  const id = useId()
  return (
    <fieldset className="mine-or-theirs">
      <legend className="sr-only">{of}: mine or theirs</legend>
      {(['mine', 'theirs'] as const).map((which) => (
        <label key={which} className="mine-or-theirs-side">
          <input
            type="radio"
            name={id}
            className="mt-1 size-4 shrink-0 accent-primary"
            checked={taken === which}
            onChange={() => onTake(which)}
          />
          <span className="min-w-0">
            <span className="block">{LABELS[which]}: </span>
            <span className="wrap-anywhere block whitespace-pre-line text-soft">{both[which]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
