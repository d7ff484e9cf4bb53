import { useEffect, useRef } from 'react'
import type { SearchGroup, SearchOption } from './list-results.ts'

interface SearchResultsProps {
  /** The id of the list, and the beginning of the ids of its parts. */
  id: string
  groups: SearchGroup[]
  active: SearchOption | undefined
  onHover: (id: string) => void
  onChoose: (option: SearchOption) => void
}

/** The options of the search in groups. The text field has the focus and names the active option. */
export function SearchResults({ id, groups, ...props }: SearchResultsProps) {
  return (
    <div id={id} role="listbox" aria-label="Results" className="search-results">
      {groups.map(({ name, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset may not be in a listbox
        <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <p id={`${id}-${name}`} className="edge-print px-4 pt-4 pb-1">
            {name}
          </p>
          {options.map((option) => (
            <Option key={option.id} id={toOptionId(id, option)} option={option} {...props} />
          ))}
        </div>
      ))}
    </div>
  )
}

/** Returns the id of an option's element. */
export function toOptionId(listId: string, { id }: SearchOption): string {
  return `${listId}-${id.replaceAll(' ', '-')}`
}

interface OptionProps extends Omit<SearchResultsProps, 'groups'> {
  option: SearchOption
}

function Option({ id, option, active, onHover, onChoose }: OptionProps) {
  const isActive = active?.id === option.id
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the keys are handled by the text field, which keeps the focus
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={isActive}
      className="search-option"
      onMouseMove={() => onHover(option.id)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(option)}
    >
      <span className="wrap-anywhere">{option.label}</span>
      {option.about && <span className="wrap-anywhere block text-sm text-soft">{option.about}</span>}
    </div>
  )
}
