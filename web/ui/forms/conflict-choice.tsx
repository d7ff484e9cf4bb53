import { type ReactNode, useId } from 'react'

type Version = 'mine' | 'current'

interface ConflictChoiceProps {
  /** The name of the field: `Price`. */
  label: string
  mine: ReactNode
  /** The value that another user has saved. */
  current: ReactNode
  chosen: Version
  onChoose: (version: Version) => void
}

const LABELS: Record<Version, string> = { mine: 'Keep mine', current: 'Take theirs' }

/** The choice between the user's value and one that another user has saved since. */
export function ConflictChoice({ label, chosen, onChoose, ...values }: ConflictChoiceProps) {
  const id = useId()
  return (
    <fieldset className="conflict-choice">
      <legend className="sr-only">{label}: mine or theirs</legend>
      {(['mine', 'current'] as const).map((version) => (
        <label key={version} className="conflict-choice-option">
          <input
            type="radio"
            name={id}
            className="mt-1 size-4 shrink-0 accent-primary"
            checked={chosen === version}
            onChange={() => onChoose(version)}
          />
          <span className="min-w-0">
            <span className="block">{LABELS[version]}: </span>
            <span className="wrap-anywhere block whitespace-pre-line text-soft">{values[version]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
