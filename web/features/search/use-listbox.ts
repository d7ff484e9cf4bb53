import { type KeyboardEvent, useState } from 'react'

/** Where each key moves to among `count` options, from the option `at`. */
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
export function useListbox<Option extends { id: string }>(
  options: Option[],
  { onChoose, isStale }: ListboxOptions<Option>,
) {
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
