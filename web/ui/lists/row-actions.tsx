import { type ReactNode, useEffect, useId, useRef } from 'react'

interface RowActionsProps {
  /** The row, for screen readers: `Night Harbour`. */
  about: string
  /** The actions that stand in the row of a wide table. */
  children: ReactNode
  /** Further actions, in a menu there too. `false` leaves the room of its button: a row that gets or loses it does not move the others. */
  more?: ReactNode
}

/** The actions of a row: on one line in a wide table, in one menu where rows are short. The menus are native popovers. */
export function RowActions({ about, children, more }: RowActionsProps) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    row.current?.addEventListener('click', closeMenus)
  }, [])
  return (
    <div ref={row}>
      <MenuButton menu={id} className="row-menu-button" label="Actions" about={about} />
      <div id={id} popover="auto" className="row-menu" data-title={about}>
        {children}
        {more === false && <span className="btn btn-sm btn-square row-more-button invisible" />}
        {more && (
          <>
            <MenuButton menu={`${id}more`} className="row-more-button" label="More" about={about} />
            <div id={`${id}more`} popover="auto" className="row-more">
              {more}
            </div>
          </>
        )}
      </div>
    </div>
  )
}

interface MenuButtonProps {
  /** The id of the menu. */
  menu: string
  className: string
  label: string
  about: string
}

function MenuButton({ menu, className, label, about }: MenuButtonProps) {
  return (
    <button
      type="button"
      className={`btn btn-ghost btn-sm btn-square ${className}`}
      aria-label={`${label} ${about}`}
      popoverTarget={menu}
    >
      <MoreIcon />
    </button>
  )
}

/** Closes the menus after a choice. The browser toggles a menu by its button. */
function closeMenus({ target, currentTarget }: Event): void {
  const control = target instanceof Element && target.closest('a, button')
  if (!control || control.hasAttribute('popovertarget') || !(currentTarget instanceof Element)) return
  for (const menu of currentTarget.querySelectorAll<HTMLElement>(':popover-open')) menu.hidePopover()
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
