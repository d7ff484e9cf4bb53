import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatCount } from '#contract/values/count.ts'
import { MAX_SEARCH_LENGTH, MIN_SEARCH_LENGTH } from '#contract/values/limits.ts'
import { toMessage } from '#web/session/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { usePausedValue } from '#web/ui/forms/use-paused-value.ts'
import { listResults, type SearchOption } from './list-results.ts'
import { useSchoolSearch } from './search.query.ts'
import { SearchResults, toOptionId } from './search-results.tsx'
import { useListbox } from './use-listbox.ts'

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
  if (text.trim().length < MIN_SEARCH_LENGTH) return 'Type a name, an e-mail address, a class, a receipt or a setting.'
  if (isTyping) return 'Searching…'
  if (count === 0) return `Nothing matches “${text.trim()}”.`
  return formatCount(count, 'result')
}
