import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatCount } from '#contract/values/count.ts'
import { MAX_SEARCH_LENGTH, MIN_SEARCH_LENGTH } from '#contract/values/limits.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { toMessage } from '#web/session/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { usePausedValue } from '#web/ui/forms/use-paused-value.ts'
import { listResults, type SearchGroup, type SearchOption } from './list-results.ts'

/** A pause in typing after which we search, in milliseconds. */
const PAUSE = 200

/** The search of admins: a text field with a list of results. A native modal dialog: it traps the focus and restores it. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const id = useId()
  // Closes before React removes it, so that the focus returns to the control that had it.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const choose = ({ to }: SearchOption) => {
    onClose()
    void navigate(to)
  }
  const { groups, status, problem, isTyping } = useResults(text)
  const options = groups.flatMap((group) => group.options)
  const { active, onKeyDown, reset, activate } = useListbox(options, { onChoose: choose, isStale: isTyping })
  return (
    <dialog ref={dialog} className="search-dialog" aria-label="Search" onClose={onClose}>
      <div className="flex items-center gap-2 border-line border-b p-3">
        <input
          type="text"
          role="combobox"
          aria-label="Search people, classes, payments and pages"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={id}
          aria-activedescendant={active && toOptionId(id, active)}
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_SEARCH_LENGTH}
          placeholder="Name, e-mail, class, receipt, page…"
          className="input min-w-0 flex-1"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            reset()
          }}
          onKeyDown={onKeyDown}
        />
        <Button look="ghost" onClick={onClose}>
          Close
        </Button>
      </div>
      <p role={problem ? 'alert' : 'status'} className="px-4 pt-3 text-sm text-soft">
        {problem ?? status}
      </p>
      <SearchResults id={id} groups={groups} active={active} onHover={activate} onChoose={choose} />
    </dialog>
  )
}

function useResults(text: string) {
  const paused = usePausedValue(text, PAUSE)
  const { data, error, isFetching } = useSchoolSearch(paused)
  const isShort = text.trim().length < MIN_SEARCH_LENGTH
  const isTyping = !isShort && (text.trim() !== paused.trim() || isFetching)
  const groups = listResults(text, isShort ? undefined : data)
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  const problem = error && !isTyping ? toMessage(error) : null
  return { groups, status: describeStatus(text, count, isTyping), problem, isTyping }
}

function describeStatus(text: string, count: number, isTyping: boolean): string {
  if (text.trim().length < MIN_SEARCH_LENGTH)
    return 'Type a name, an e-mail address, a class, an order, a receipt or a setting.'
  if (isTyping) return 'Searching…'
  if (count === 0) return `Nothing matches “${text.trim()}”.`
  return formatCount(count, 'result')
}

interface SearchResultsProps {
  /** The id of the list, and the beginning of the ids of its parts. */
  id: string
  groups: SearchGroup[]
  active: SearchOption | undefined
  onHover: (id: string) => void
  onChoose: (option: SearchOption) => void
}

/** The options of the search in groups. The text field has the focus and names the active option. */
function SearchResults({ id, groups, ...props }: SearchResultsProps) {
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
function toOptionId(listId: string, { id }: SearchOption): string {
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

/** Option that each key moves to among `count` options, from the option `at`. */
const MOVES: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
}

interface ListboxOptions<Option> {
  onChoose: (option: Option) => void
  /** True if other options are about to come: Enter then chooses none. */
  isStale: boolean
}

/**
 * The active option of a combobox, by the pattern of the WAI-ARIA Authoring Practices: the focus stays in the text field. The first option is
 * active until the user moves; `reset` starts over, for other options.
 */
function useListbox<Option extends { id: string }>(options: Option[], { onChoose, isStale }: ListboxOptions<Option>) {
  const [activeId, setActiveId] = useState<string | null>(null)
  const at = Math.max(
    0,
    options.findIndex(({ id }) => id === activeId),
  )
  const active = options[at]
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !active) return
    const move = MOVES[event.key]
    if (move) setActiveId(options[move(at, options.length)]?.id ?? null)
    else if (event.key !== 'Enter') return
    else if (!isStale) onChoose(active)
    event.preventDefault()
  }
  return { active, onKeyDown, reset: () => setActiveId(null), activate: setActiveId }
}

function useSchoolSearch(text: string) {
  const q = text.trim()
  return useQuery({
    queryKey: [...queryKeys.search, q],
    queryFn: () => call(api.searchSchool, { query: { q } }),
    enabled: q.length >= MIN_SEARCH_LENGTH,
    placeholderData: keepPreviousData,
  })
}
