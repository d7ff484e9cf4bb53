import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { CloseIcon } from './icons.tsx'

interface DrawerProps {
  id: string
  /** Its accessible name. */
  label: string
  side: 'left' | 'right'
  children: ReactNode
}

/**
 * A panel at the screen's edge, opened by a button with `popoverTarget={id}`. As a native popover it works without JavaScript, and
 * Escape or a click outside closes it. Navigation and scrolling also close it.
 */
export function Drawer({ id, label, side, children }: DrawerProps) {
  const panel = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  const openedAt = useRef(key)
  useEffect(() => {
    // Not on hydration: the user may have opened it before.
    if (key !== openedAt.current) panel.current?.hidePopover()
    openedAt.current = key
  }, [key])
  useEffect(() => {
    const close = () => panel.current?.hidePopover()
    window.addEventListener('scroll', close, { passive: true })
    return () => window.removeEventListener('scroll', close)
  }, [])
  return (
    <div ref={panel} id={id} popover="auto" role="dialog" aria-label={label} className={`drawer-panel drawer-${side}`}>
      <button
        type="button"
        className="btn btn-ghost btn-square mb-4 ms-auto flex"
        aria-label="Close"
        popoverTarget={id}
        popoverTargetAction="hide"
      >
        <CloseIcon />
      </button>
      {children}
    </div>
  )
}
