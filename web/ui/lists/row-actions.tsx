import { type ReactNode, useEffect, useId, useRef } from 'react'
import { About } from '#web/ui/button.tsx'

interface RowActionsProps {
  /** The row, for screen readers: `Night Harbour`. */
  about: string
  /** The actions that stand in the row of a wide table. */
  children: ReactNode
  /** Further actions, in a menu there too. */
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
      <div id={id} popover="auto" className="row-menu">
        <p className="row-menu-title">{about}</p>
        {children}
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
    <button type="button" className={`btn btn-ghost btn-sm btn-square ${className}`} popoverTarget={menu}>
      <span aria-hidden="true">⋯</span>
      <span className="sr-only">{label}</span>
      <About>{about}</About>
    </button>
  )
}

/** Closes the menus after a choice. The button of a menu toggles it by itself. */
function closeMenus({ target, currentTarget }: Event): void {
  const control = target instanceof Element && target.closest('a, button')
  if (!control || control.hasAttribute('popovertarget') || !(currentTarget instanceof Element)) return
  for (const menu of currentTarget.querySelectorAll<HTMLElement>(':popover-open')) menu.hidePopover()
}
