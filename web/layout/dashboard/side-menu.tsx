import { NavLink, useLocation } from 'react-router'
import { SearchButton } from '#web/features/search/search-button.tsx'
import { MENUS, type MenuEntry } from '#web/layout/dashboard/menus.built.ts'
import { useSession } from '#web/session/use-session.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { MenuIcon } from '#web/ui/icons.tsx'

/** The dashboard pages of the user's role: at the side, and on a phone in a drawer. */
export function SideMenu() {
  const { role } = useSession()
  return (
    <div className="dashboard-side">
      <div className="dashboard-tools">
        <button type="button" className="btn btn-outline lg:hidden" popoverTarget="side-menu">
          <MenuIcon />
          Dashboard menu
        </button>
        {role === 'admin' && <SearchButton />}
      </div>
      <Drawer id="side-menu" label="Dashboard menu" side="left">
        <Entries />
      </Drawer>
      <aside className="side-menu">
        <Entries />
      </aside>
    </div>
  )
}

function Entries() {
  const { role } = useSession()
  const entries = role ? MENUS[role] : []
  const [first, ...groups] = Map.groupBy(entries, ({ group }) => group)
  return (
    <nav aria-label="Dashboard" className="side-entries">
      {first && <Links entries={first[1]} />}
      {groups.map(([group, grouped]) => (
        <div key={group} className="side-group">
          {groups.length > 1 && <p className="side-heading edge-print">{group}</p>}
          <Links entries={grouped} />
        </div>
      ))}
    </nav>
  )
}

function Links({ entries }: { entries: readonly MenuEntry[] }) {
  const { pathname } = useLocation()
  return entries.map(({ to, label, around }) => (
    <NavLink key={to} to={to} className="side-link" data-around={around.some((pattern) => fits(pathname, pattern))}>
      {label}
    </NavLink>
  ))
}

/** @param pattern the path of a route: `/dashboard/payment/:id` */
function fits(path: string, pattern: string): boolean {
  const [parts, expected] = [path.split('/'), pattern.split('/')]
  return parts.length === expected.length && expected.every((part, at) => part.startsWith(':') || part === parts[at])
}
