import { NavLink, useNavigate } from 'react-router'
import { logout } from '#web/session/session.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Avatar } from '#web/ui/picture.tsx'
import { mayLeave } from '#web/ui/unsaved.ts'
import { homeOf } from './menus.ts'

/** Login for who is signed out; Dashboard, portrait and LogOut for who is signed in. */
export function AccountLinks() {
  const { loading, user, role } = useSession()
  const navigate = useNavigate()
  if (!user)
    return (
      <NavLink to="/login" className={`btn btn-primary ${loading ? 'until-known' : ''}`}>
        Login
      </NavLink>
    )
  const leave = async () => {
    if (await mayLeave()) await logout(() => navigate('/', { flushSync: true }))
  }
  return (
    <>
      <NavLink to={homeOf(role)} className="bar-link">
        Dashboard
      </NavLink>
      {user.photoURL && <Avatar src={user.photoURL} className="mx-2 size-9" />}
      <Button look="outline" onClick={leave}>
        LogOut
      </Button>
    </>
  )
}
