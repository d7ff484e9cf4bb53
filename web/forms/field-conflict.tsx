import { type ReactNode, useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { findDifference, isSame } from './draft-conflict.ts'
import type { PartProps } from './use-versioned-form.ts'

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

interface FieldConflictProps<Draft extends FieldValues, Name extends keyof Draft> extends PartProps<Draft> {
  field: Name
  label: string
  format?: (value: Draft[Name]) => ReactNode
  /** The value is too long to be repeated where only the server's changed. */
  isLong?: boolean | undefined
}

/** Shows below a field that it changed on the server, with a choice if the user changed it too. */
export function FieldConflict<Draft extends FieldValues, Name extends keyof Draft>(
  props: FieldConflictProps<Draft, Name>,
) {
  const { field, label, conflict, format = (value) => String(value) || 'empty', isLong = false } = props
  const difference = conflict && findDifference(conflict, field)
  if (!difference) return null
  const [before, now, mine] = [conflict.before[field], conflict.now[field], conflict.mine[field]]
  if (difference === 'current')
    return (
      <p className="wrap-anywhere mt-1.5 whitespace-pre-line text-sm text-soft">
        {isLong ? (
          'Someone changed this after you opened the page.'
        ) : (
          <>
            Now {format(now)}. It was {format(before)} when you opened the page.
          </>
        )}
      </p>
    )
  // React Hook Form types the values by paths, which a generic field is not.
  const { watch, setValue } = props.form as unknown as {
    watch: (field: Name) => Draft[Name]
    setValue: (field: Name, value: Draft[Name], options: object) => void
  }
  return (
    <ConflictChoice
      label={label}
      mine={format(mine)}
      current={format(now)}
      chosen={isSame(watch(field), now) ? 'current' : 'mine'}
      onChoose={(side) => setValue(field, side === 'mine' ? mine : now, { shouldDirty: true })}
    />
  )
}
