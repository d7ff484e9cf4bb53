import { type RefObject, useRef, useState } from 'react'

interface SnapRow {
  row: RefObject<HTMLElement | null>
  isAtStart: boolean
  isAtEnd: boolean
  /** Handles the row's scroll event. */
  updatePosition: () => void
  move: (by: 1 | -1) => void
}

/** The state of a row that scrolls sideways and snaps to its items. Buttons move it by one item. */
export function useSnapRow(): SnapRow {
  const row = useRef<HTMLElement>(null)
  const [position, setPosition] = useState({ isAtStart: true, isAtEnd: false })
  return {
    row,
    ...position,
    updatePosition() {
      if (!row.current) return
      const { scrollLeft, scrollWidth, clientWidth } = row.current
      const [isAtStart, isAtEnd] = [scrollLeft < 2, scrollLeft + clientWidth > scrollWidth - 2]
      if (isAtStart !== position.isAtStart || isAtEnd !== position.isAtEnd) setPosition({ isAtStart, isAtEnd })
    },
    move(by) {
      const width = row.current?.firstElementChild?.getBoundingClientRect().width ?? 0
      row.current?.scrollBy({ left: by * width })
    },
  }
}
