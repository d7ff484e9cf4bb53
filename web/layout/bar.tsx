import { lazy, type ReactNode, Suspense } from 'react'
import { Link, NavLink, useLocation, useNavigate } from 'react-router'
import { parseImageUrl } from '#contract/image-url.ts'
import { useSchool } from '#web/school/school.ts'
import { LogOutButton } from '#web/session/log-out-button.tsx'
import { useSession } from '#web/session/use-session.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { ApertureIcon, MenuIcon, MoonIcon, SunIcon } from '#web/ui/icons.tsx'
import { Avatar } from '#web/ui/picture.tsx'
import { findHome } from './find-home.ts'

const PAGES = [
  ['/', 'Home'],
  ['/instructors', 'Instructors'],
  ['/classes', 'Classes'],
] as const

/** The fixed bar above every page. */
export function Bar() {
  return (
    <header id="bar" className="bar">
      <NavLink to="/" className="bar-name" end>
        <SchoolName />
      </NavLink>
      <nav aria-label="Main" className="hidden items-center gap-1 @min-[61rem]:flex">
        <PageLinks />
      </nav>
      <div className="ms-auto flex items-center gap-1">
        <CartSlot />
        <div className="hidden items-center gap-1 @min-[61rem]:flex">
          <AccountLinks />
        </div>
        <button
          type="button"
          className="btn btn-ghost btn-square"
          aria-label="Toggle theme"
          aria-describedby="theme-state"
          data-toggles="theme"
        >
          <SunIcon className="size-5 in-data-[theme=light]:hidden" />
          <MoonIcon className="size-5 in-data-[theme=dark]:hidden" />
        </button>
        {/* The script of theme.ts changes the theme, before React runs and without it. */}
        <span id="theme-state" className="sr-only">
          <span className="in-data-[theme=dark]:hidden">Light theme</span>
          <span className="in-data-[theme=light]:hidden">Dark theme</span>
        </span>
        <button
          type="button"
          className="btn btn-ghost btn-square @min-[61rem]:hidden"
          aria-label="Menu"
          popoverTarget="main-menu"
        >
          <MenuIcon />
        </button>
      </div>
      <Drawer id="main-menu" label="Menu" side="right">
        <nav aria-label="Main" className="grid gap-1">
          <PageLinks />
          <hr className="my-3 border-line" />
          <AccountLinks />
        </nav>
      </Drawer>
    </header>
  )
}

/** The logo, and the one of the dark theme where there are both; without a logo, the aperture and the name. */
function SchoolName() {
  const { name, logo, logoDark } = useSchool()
  if (!logo)
    return (
      <>
        <ApertureIcon className="size-5 shrink-0 sm:size-6" />
        <span className="line-clamp-2">{name}</span>
      </>
    )
  if (!logoDark) return <Logo url={logo} />
  return (
    <>
      <Logo url={logo} shownIn="light" />
      <Logo url={logoDark} shownIn="dark" />
    </>
  )
}

const HIDDEN_IN_OTHER_THEME = { light: 'in-data-[theme=dark]:hidden', dark: 'in-data-[theme=light]:hidden' }

/** A logo of one theme is loaded where it is shown. */
function Logo({ url, shownIn }: { url: string; shownIn?: keyof typeof HIDDEN_IN_OTHER_THEME }) {
  const { name } = useSchool()
  const own = parseImageUrl(url, 1)
  return (
    <img
      src={own?.small.webp ?? url}
      alt={name}
      width={own?.width}
      height={own?.height}
      loading={shownIn && 'lazy'}
      className={shownIn ? `bar-logo ${HIDDEN_IN_OTHER_THEME[shownIn]}` : 'bar-logo'}
    />
  )
}

/** The links to the fixed pages, and to those that the school has placed in the menu. */
function PageLinks() {
  return [...PAGES, ...useSchool().menu].map(([to, label]) => (
    <NavLink key={to} to={to} end className="bar-link">
      {label}
    </NavLink>
  ))
}

/** Login for visitors; Dashboard, photo and LogOut for signed-in users. */
function AccountLinks() {
  const { loading, user, role } = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  if (!user)
    return (
      <NavLink to="/login" className={`btn btn-outline ${loading ? 'hidden-while-loading' : ''}`}>
        Login
      </NavLink>
    )
  const home = findHome(role)
  return (
    <>
      <Link
        to={home}
        className="bar-link"
        aria-current={pathname === home ? 'page' : pathname.startsWith('/dashboard') || undefined}
      >
        Dashboard
      </Link>
      {user.photoURL && <Avatar src={user.photoURL} className="mx-2 size-9" />}
      <LogOutButton leave={() => navigate('/', { flushSync: true })} />
    </>
  )
}

const CartLink = lazy<() => ReactNode>(() =>
  import('#web/features/cart/cart-link.tsx').catch(() => ({ default: () => null })),
)

/** A student's link to the cart. Its code and the query cache load for students only. A page whose link does not load is shown without it. */
function CartSlot() {
  const { role } = useSession()
  if (role !== 'student') return null
  return (
    <Suspense fallback={<span className="size-10" />}>
      <CartLink />
    </Suspense>
  )
}
