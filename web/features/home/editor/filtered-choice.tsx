import { useEffect, useState } from 'react'
import { MAX_NAME_LENGTH } from '#contract/values/limits.ts'
import { Field } from '#web/ui/field.tsx'
import { usePausedValue } from '#web/ui/forms/use-paused-value.ts'
import { Choice } from '#web/ui/lists/choice.tsx'

interface FilteredChoiceProps {
  /** `class` */
  noun: string
  /** Undefined while they load. */
  items: { _id: string; label: string }[] | undefined
  /** The number of all that match. */
  total: number | undefined
  problem: string | undefined
  /** Empty for none. */
  chosenId: string
  onSearch: (text: string) => void
  onChoose: (id: string) => void
}

/** A select of a list that may be long, with a field that narrows it. */
export function FilteredChoice(props: FilteredChoiceProps) {
  const { noun, items, total, problem, chosenId, onSearch, onChoose } = props
  const [text, setText] = useState('')
  const paused = usePausedValue(text.trim())
  useEffect(() => onSearch(paused), [paused, onSearch])
  const options = (items ?? []).map(({ _id, label }) => ({ value: _id, label }))
  return (
    <div className="form-pair">
      <Field
        label={`Find a ${noun}`}
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div>
        <Choice
          label={capitalize(noun)}
          value={chosenId}
          options={[{ value: '', label: `Choose a ${noun}` }, ...options]}
          onChoose={onChoose}
        />
        <p role="status" className="mt-1.5 text-sm text-soft">
          {problem ?? describeItems(noun, items?.length, total)}
        </p>
      </div>
    </div>
  )
}

function describeItems(noun: string, shown: number | undefined, total = 0): string {
  if (shown === undefined) return 'Loading…'
  if (total === 0) return `No ${noun} found.`
  return shown < total ? `The first ${shown} of ${total}. Type to find others.` : ''
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
