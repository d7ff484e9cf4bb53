import { NavLink } from 'react-router'
import { MENUS } from '#web/layout/menus.ts'
import { useSession } from '#web/session/use-session.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { MenuIcon } from '#web/ui/icons.tsx'

/** The dashboard pages of the user's role: at the side, and on a phone in a drawer. */
export function SideMenu() {
  return (
    <>
      <button type="button" className="btn btn-outline mb-6 lg:hidden" popoverTarget="side-menu">
        <MenuIcon />
        Dashboard menu
      </button>
      <Drawer id="side-menu" label="Dashboard menu" side="left">
        <Entries />
      </Drawer>
      <aside className="side-menu">
        <Entries />
      </aside>
    </>
  )
}

function Entries() {
  const { role } = useSession()
  return (
    <nav aria-label="Dashboard" className="grid gap-1">
      {role &&
        MENUS[role].map(({ to, label }) => (
          <NavLink key={to} to={to} className="side-link">
            {label}
          </NavLink>
        ))}
    </nav>
  )
}
