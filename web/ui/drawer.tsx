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
 * A panel at the screen's edge, opened by a button with `popoverTarget={id}`: a native popover, so it works without
 * JavaScript, and Escape or a press outside close it. It also closes on navigation and when the page is scrolled.
 */
export function Drawer({ id, label, side, children }: DrawerProps) {
  const panel = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  useEffect(() => {
    if (key) panel.current?.hidePopover()
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
