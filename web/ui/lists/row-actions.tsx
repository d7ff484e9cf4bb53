import { type ReactNode, useEffect, useId, useRef } from 'react'

interface RowActionsProps {
  /** The row, for screen readers: `Night Harbour`. */
  about: string
  /** The actions that stand in the row. */
  children: ReactNode
  /** Further actions, in a menu. */
  more: ReactNode
  /** Soft words until the row is pointed at or has the focus, since all rows have the same ones. */
  isQuiet?: boolean
}

/** The actions of a row, of which further ones are in a menu. */
export function RowActions({ about, children, more, isQuiet = false }: RowActionsProps) {
  return (
    <div className={`row-actions ${isQuiet ? 'row-actions-quiet' : ''}`}>
      {children}
      <MoreMenu about={about}>{more}</MoreMenu>
    </div>
  )
}

/** A native popover: below its button, or at the lower edge of the screen where rows are short. */
export function MoreMenu({ about, children }: { about: string; children: ReactNode }) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    menu.current?.addEventListener('click', closeAfterChoice)
  }, [])
  return (
    <>
      <button type="button" className="btn btn-ghost btn-sm btn-square" aria-label={`More ${about}`} popoverTarget={id}>
        <MoreIcon />
      </button>
      <div ref={menu} id={id} popover="auto" className="row-more" data-title={about}>
        {children}
      </div>
    </>
  )
}

function closeAfterChoice({ target, currentTarget }: Event): void {
  if (target instanceof Element && target.closest('a, button') && currentTarget instanceof HTMLElement)
    currentTarget.hidePopover()
}

function MoreIcon() {
  return (
    <svg aria-hidden="true" className="size-5" viewBox="0 0 24 24" fill="currentColor">
      <circle cx="5" cy="12" r="1.5" />
      <circle cx="12" cy="12" r="1.5" />
      <circle cx="19" cy="12" r="1.5" />
    </svg>
  )
}
