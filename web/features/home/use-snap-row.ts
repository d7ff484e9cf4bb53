import { type RefObject, useRef, useState } from 'react'

interface SnapRow {
  row: RefObject<HTMLElement | null>
  atStart: boolean
  atEnd: boolean
  /** Notes where the row stands; for its scroll event. */
  follow: () => void
  move: (by: 1 | -1) => void
}

/** A row that scrolls sideways and snaps to its parts, moved by buttons too: one part at a time. */
export function useSnapRow(): SnapRow {
  const row = useRef<HTMLElement>(null)
  const [place, setPlace] = useState({ atStart: true, atEnd: false })
  return {
    row,
    ...place,
    follow() {
      if (!row.current) return
      const { scrollLeft, scrollWidth, clientWidth } = row.current
      const [atStart, atEnd] = [scrollLeft < 2, scrollLeft + clientWidth > scrollWidth - 2]
      if (atStart !== place.atStart || atEnd !== place.atEnd) setPlace({ atStart, atEnd })
    },
    move(by) {
      const width = row.current?.firstElementChild?.getBoundingClientRect().width ?? 0
      row.current?.scrollBy({ left: by * width })
    },
  }
}
