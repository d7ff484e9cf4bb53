import { NavLink, useNavigate } from 'react-router'
import { LogOutButton } from '#web/session/log-out-button.tsx'
import { useSession } from '#web/session/use-session.ts'
import { Avatar } from '#web/ui/picture.tsx'
import { findHome } from './find-home.ts'

/** Login for visitors; Dashboard, photo and LogOut for signed-in users. */
export function AccountLinks() {
  const { loading, user, role } = useSession()
  const navigate = useNavigate()
  if (!user)
    return (
      <NavLink to="/login" className={`btn btn-outline ${loading ? 'hidden-while-loading' : ''}`}>
        Login
      </NavLink>
    )
  return (
    <>
      <NavLink to={findHome(role)} className="bar-link">
        Dashboard
      </NavLink>
      {user.photoURL && <Avatar src={user.photoURL} className="mx-2 size-9" />}
      <LogOutButton leave={() => navigate('/', { flushSync: true })} />
    </>
  )
}
